import type { AmigoError } from '../errors/amigo-error.js';
import { NetworkError, ParseError, RequestTimeoutError } from '../errors/client-errors.js';
import { errorOfResponse } from './error-of-response.js';
import { bodyText, type BodyText } from './body-text.js';
import { maxTimerMs, platformEnvironment, type Environment } from './environment.js';
import { mergedHeaders, type HeaderValues } from './headers.js';
import type { Hooks, RequestContext } from './hooks.js';
import { parseRateLimitHeaders } from './rate-limit.js';
import { delayBefore, mayRepeat, retryPolicyOf, type FailedAttempt, type RetryOptions } from './retry.js';
import { parseRetryAfter } from './retry-after.js';

/** Of a client, a resource or one request: inner ones win. */
export interface RequestOptions {
  readonly headers?: HeaderValues;
  readonly signal?: AbortSignal;
  /** Ms for one attempt, with its body unless that is a stream; not positive or not finite: none. */
  readonly timeout?: number;
  readonly retry?: RetryOptions;
  /** Wins over `retry.maxAttempts`. */
  readonly maxRetries?: number;
  readonly hooks?: Hooks;
  readonly fetch?: typeof fetch;
}

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  /** With its placeholders. */
  readonly schemaPath: string;
  readonly headers?: HeaderValues;
  readonly body?: NonNullable<RequestInit['body']> | undefined;
  /** Whether the body of a success is left to be read. */
  readonly isStream?: boolean;
}

export interface Received {
  readonly response: Response;
  /** The whole body; empty for a stream, whose body is not read yet. */
  readonly text: string;
}

let requests = 0;

/**
 * Sends a request, repeats it where `mayRepeat` says so, and gives the response of a success.
 *
 * @throws AmigoError: of the last response, or NetworkError or RequestTimeoutError without one. The reason of the signal where
 * the caller has aborted it: while a request waits for its next attempt, the error of the last one is thrown.
 */
export async function send(
  request: OutgoingRequest,
  options: RequestOptions = {},
  environment: Environment = platformEnvironment,
): Promise<Received> {
  const policy = retryPolicyOf(options.retry, options.maxRetries);
  const method = request.method.toUpperCase();
  const headers = mergedHeaders(options.headers, request.headers);
  requests += 1;
  const id = requests;
  for (let attempt = 1; ; attempt += 1) {
    const { url, schemaPath } = request;
    const context: RequestContext = { id, attempt, method, schemaPath, url, headers: new Headers(headers) };
    const outcome = await attemptOnce(context, request, options, environment);
    if ('response' in outcome) return outcome;
    await options.hooks?.onError?.({ ...context, error: outcome.error });
    if (attempt >= policy.maxAttempts || !mayRepeat(method, outcome.failed)) throw outcome.error;
    const delayMs = delayBefore(attempt - 1, outcome.failed, policy, environment.random());
    await environment.sleep(delayMs, options.signal);
    if (options.signal?.aborted) throw outcome.error;
  }
}

type Failure = { readonly error: AmigoError; readonly failed: FailedAttempt };

async function attemptOnce(
  context: RequestContext,
  { body, isStream = false }: OutgoingRequest,
  { signal, timeout, hooks, fetch: ownFetch }: RequestOptions,
  environment: Environment,
): Promise<Received | Failure> {
  const { method, schemaPath, attempt, headers, url } = context;
  const told = { method, path: schemaPath, attempt };
  signal?.throwIfAborted();
  await hooks?.onRequest?.(context);
  const timer = startTimer(timeout);
  const signals = [signal, timer?.signal].filter((some) => some !== undefined);
  const init: RequestInit = {
    ...{ method, headers },
    ...(body !== undefined && { body }),
    ...(signals.length > 0 && { signal: AbortSignal.any(signals) }),
    // A credential never follows a redirect to another place.
    redirect: 'manual',
  };
  let response: Response;
  let received: BodyText = { text: '', isCut: false };
  try {
    response = await (ownFetch ?? environment.fetch)(url, init);
    if (!(response.ok && isStream)) received = await bodyText(response);
  } catch (cause) {
    if (signal?.aborted) throw signal.reason;
    if (timer?.signal.aborted) {
      const words = `No response within ${timer.timeoutMs} ms.`;
      const error = new RequestTimeoutError(words, timer.timeoutMs, { cause, context: told });
      return { error, failed: { type: 'timeout' } };
    }
    const words = 'The server could not be reached, or broke the connection off.';
    return { error: new NetworkError(words, { cause, context: told }), failed: { type: 'network' } };
  } finally {
    timer?.stop();
  }
  const nowMs = environment.now();
  const requestId = response.headers.get('x-request-id');
  const rateLimit = parseRateLimitHeaders(response.headers, nowMs);
  await hooks?.onResponse?.({ ...context, response, requestId, rateLimit });
  const { text, isCut } = received;
  if (response.ok && isCut) {
    const words = 'The body of the response is too large.';
    throw new ParseError(words, text.slice(0, 256), { statusCode: response.status, context: told });
  }
  if (response.ok) return { response, text };
  const { status, statusText } = response;
  const error = errorOfResponse({ status, statusText, headers: response.headers, text }, told, nowMs);
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), nowMs);
  return { error, failed: { type: 'response', status, retryAfterMs } };
}

function startTimer(timeout = 0) {
  if (!(timeout > 0) || !Number.isFinite(timeout)) return undefined;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), Math.min(timeout, maxTimerMs));
  return { signal: controller.signal, timeoutMs: timeout, stop: () => clearTimeout(timer) };
}
