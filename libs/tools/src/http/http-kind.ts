import { setTimeout as sleep } from 'node:timers/promises';
import { OutgoingError, type OutgoingHttp, type OutgoingRequest } from '@svc/outgoing-http';
import { AccessTokenError, type AccessTokens } from '../authorization/access-tokens.js';
import { Authorizer } from '../authorization/authorizer.js';
import type { CheckedCall, KindOutcome, ToolKind } from '../runner/tool-kind.js';
import { brokeOff, outcomeOfAnswer, outcomeOfError } from './attempt-outcome.js';
import { isIdempotent, type HttpTool } from '../tool/http-tool.js';
import { DefinitionError, InputRejection } from './input-rejection.js';
import { requestFields } from './request-body.js';
import { headerValue, requestHeaders } from './request-headers.js';
import { pathParameters, requestUrl } from './request-url.js';
import { isRetried, retryDelayMs, type Attempt } from './retries.js';

export interface HttpKindOptions {
  readonly outgoing: OutgoingHttp;
  readonly tokens: AccessTokens;
  /** Of an answer's body; more is cut. */
  readonly maxAnswerBytes?: number;
  /** Resolves early when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
  readonly clock?: { now(): number };
}

type Prepared = Pick<OutgoingRequest, 'method' | 'url' | 'headers' | 'body'>;

/** Tools that are HTTP requests. */
export class HttpKind implements ToolKind<HttpTool> {
  readonly #options: Required<HttpKindOptions>;

  constructor(options: HttpKindOptions) {
    this.#options = {
      maxAnswerBytes: 1_048_576,
      wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
      random: Math.random,
      clock: Date,
      ...options,
    };
  }

  describeEffect({ method, path }: HttpTool): string {
    return `${method} ${path.split('?')[0]}`;
  }

  async call(tool: HttpTool, call: CheckedCall): Promise<KindOutcome> {
    try {
      return await this.#attempts(tool, call, prepare(tool, call));
    } catch (error) {
      if (error instanceof InputRejection)
        return { type: 'failed', class: 'input_rejected', reason: error.message };
      if (error instanceof DefinitionError)
        return { type: 'failed', class: 'generic', reason: error.message };
      throw error;
    }
  }

  async #attempts(tool: HttpTool, call: CheckedCall, prepared: Prepared): Promise<KindOutcome> {
    const authorizer = new Authorizer(tool.authorization, this.#options.tokens, call.redaction);
    // Requests that were sent and have no answer: what comes after them does not say that nothing happened.
    let unclear: KindOutcome | undefined;
    let retries = 0;
    for (let counted = 0; ; retries += 1) {
      const attempt = await this.#attempt(tool, call, prepared, authorizer);
      const outcome = outcomeOf(tool, call, attempt);
      if (outcome.type === 'unknown') unclear = outcome;
      const settled = { ...(outcome.type === 'failed' && unclear ? unclear : outcome), retries };
      if (call.signal.aborted || 'token' in attempt) return settled;
      if ('answer' in attempt && (await authorizer.canRenew(attempt.answer.status))) continue;
      const isWorthIt = isRetried(tool, attempt) || ('answer' in attempt && brokeOff(tool, attempt.answer));
      if (!isWorthIt || counted >= tool.maxRetries) return settled;
      const delayMs = retryDelayMs(attempt, counted, this.#options.random(), this.#options.clock.now());
      if (delayMs >= call.remainingMs()) return settled;
      await this.#options.wait(delayMs, call.signal);
      if (call.signal.aborted) return settled;
      counted += 1;
    }
  }

  async #attempt(
    tool: HttpTool,
    call: CheckedCall,
    prepared: Prepared,
    authorizer: Authorizer,
  ): Promise<Attempt | { readonly token: AccessTokenError }> {
    const { outgoing, maxAnswerBytes } = this.#options;
    try {
      const answer = await outgoing.send({
        ...prepared,
        headers: { ...prepared.headers, ...checked(await authorizer.headers()) },
        timeoutMs: call.remainingMs(),
        maxAnswerBytes,
        isRepeatable: isIdempotent(tool.method),
        takesOwnConnection: tool.hasEffects,
        signal: call.signal,
      });
      return { answer };
    } catch (error) {
      if (error instanceof OutgoingError) return { error };
      if (error instanceof AccessTokenError) return { token: error };
      throw error;
    }
  }
}

function outcomeOf(
  tool: HttpTool,
  call: CheckedCall,
  attempt: Attempt | { readonly token: AccessTokenError },
): KindOutcome {
  if ('token' in attempt) return { type: 'failed', class: 'generic', reason: attempt.token.message };
  if ('error' in attempt) return outcomeOfError(tool, call, attempt.error);
  return outcomeOfAnswer(tool, call, attempt.answer);
}

function prepare(tool: HttpTool, { input, values, effectKey }: CheckedCall): Prepared {
  const { query, body } = requestFields(tool, input, pathParameters(tool.path), values);
  const url = requestUrl(tool, input, values, query);
  const headers = {
    accept: 'application/json, text/*;q=0.9, */*;q=0.5',
    ...requestHeaders(tool.headers, values),
    'accept-encoding': 'identity',
    ...(body && { 'content-type': body.type }),
    ...(effectKey !== null && { 'idempotency-key': idempotencyKey(effectKey) }),
  };
  return { method: tool.method, url, headers, body: body?.text };
}

function checked(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), headerValue(name, value)]),
  );
}

function idempotencyKey(effectKey: string): string {
  if (!/^[\x21-\x7e]{1,512}$/.test(effectKey)) throw new TypeError('An effect key is visible ASCII.');
  return effectKey;
}
