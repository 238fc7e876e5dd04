import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider';
import { ModelError, type ModelErrorKind } from '@svc/engine';
import { DomainError } from '@svc/errors';
import { networkErrorKind } from './network-error.js';
import { retryAfterSeconds } from './retry-after.js';

/**
 * Turns any error of a provider into a `ModelError`. The original is neither kept as the cause nor quoted: it contains the
 * prompt, and sometimes the key, which would end up in the logs.
 */
export function toModelError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const network = networkErrorKind(error);
  if (network !== null)
    return new ModelError(network.kind, { privateDetail: `the connection failed: ${network.code}` });
  if (APICallError.isInstance(error)) return ofApiCall(error);
  if (
    JSONParseError.isInstance(error) ||
    TypeValidationError.isInstance(error) ||
    EmptyResponseBodyError.isInstance(error)
  ) {
    return new ModelError('bad_output', {
      privateDetail: `the answer has the wrong form: ${error.name}`,
    });
  }
  if (InvalidResponseDataError.isInstance(error)) {
    return new ModelError('unavailable', { privateDetail: 'the answer broke off or is empty' });
  }
  const { type, code } = errorLabels(error);
  if (type !== null || code !== null) {
    return new ModelError(kindOfLabels(type, code) ?? 'unavailable', {
      privateDetail: `the provider reported an error in its answer${labelText(type, code)}`,
    });
  }
  const name = error instanceof Error ? error.name : typeof error;
  return new ModelError('unavailable', { privateDetail: `the call failed: ${name}` });
}

/** The kind of a failure. */
export function failureKind(error: unknown): ModelErrorKind {
  const seen = toModelError(error);
  return seen instanceof ModelError ? seen.kind : 'unavailable';
}

function ofApiCall(error: APICallError): ModelError {
  const { statusCode, responseHeaders } = error;
  const where = originOf(error.url);
  if (statusCode === undefined) {
    return new ModelError('unreachable', {
      privateDetail: `no connection to ${where}`,
    });
  }
  if (statusCode < 300) {
    return new ModelError('bad_output', { privateDetail: `${where} gave an answer of the wrong form` });
  }
  const { type, code } = errorLabels(error.data);
  if (isTooLong(error, type, code)) {
    return new ModelError('context_overflow', {
      privateDetail: `${where} found the prompt too long, with status ${statusCode}`,
    });
  }
  const wait = retryAfterSeconds(responseHeaders);
  return new ModelError(kindOfLabels(type, code) ?? kindOfStatus(statusCode), {
    privateDetail: `${where} answered with status ${statusCode}${labelText(type, code)}`,
    ...(wait === null ? {} : { retryAfterSeconds: wait }),
  });
}

const tooLong =
  /context[ _-]?(length|size|window)|(prompt|input|request) is too long|too many (input )?tokens|maximum (number of )?(input )?tokens|\b(context|prompt|input|request|tokens?)\b[^.]{0,60}exceeds? the maximum/i;

/** Few providers label this error. The others describe it, each in its own words, which are read here and never quoted. */
function isTooLong(
  { statusCode, responseBody }: APICallError,
  type: string | null,
  code: string | null,
): boolean {
  if (statusCode !== 400 && statusCode !== 413 && statusCode !== 422) return false;
  return tooLong.test(`${type ?? ''} ${code ?? ''}`) || tooLong.test((responseBody ?? '').slice(0, 10_000));
}

function kindOfStatus(status: number): ModelErrorKind {
  if (status === 408 || status === 504) return 'timeout';
  if (status === 429) return 'rate_limited';
  return status >= 500 ? 'unavailable' : 'refused';
}

/** What an error's labels tell better than its status. */
function kindOfLabels(type: string | null, code: string | null): ModelErrorKind | null {
  const labels = `${type ?? ''} ${code ?? ''}`;
  if (/content_?(filter|policy)/i.test(labels)) return 'content_filtered';
  // Comes with status 429, but waiting does not help an empty account.
  if (/insufficient_quota|billing/i.test(labels)) return 'refused';
  if (/rate_?limit/i.test(labels)) return 'rate_limited';
  return null;
}

interface Labels {
  readonly type: string | null;
  readonly code: string | null;
}

/** `type` and `code` of an OpenAI error, given as `{error: {…}}` or only as the inner object. */
function errorLabels(data: unknown): Labels {
  if (typeof data !== 'object' || data === null || data instanceof Error) return { type: null, code: null };
  const inner = 'error' in data ? data.error : data;
  if (typeof inner !== 'object' || inner === null) return { type: null, code: null };
  return {
    type: label('type' in inner ? inner.type : null),
    code: label('code' in inner ? inner.code : null),
  };
}

function label(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  // Labels are words like `model_not_found`; anything else could be content.
  return /^[\w.-]{1,60}$/.test(String(value)) ? String(value) : null;
}

function labelText(type: string | null, code: string | null): string {
  const labels = [type, code].filter((one) => one !== null);
  return labels.length === 0 ? '' : ` (${labels.join(', ')})`;
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? 'the provider';
}
