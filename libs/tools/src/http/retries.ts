import { type OutgoingError, type OutgoingAnswer } from '@svc/outgoing-http';
import { isIdempotent, type HttpTool } from '../tool/http-tool.js';

const firstDelayMs = 200;
const maxDelayMs = 5_000;

export type Attempt = { readonly answer: OutgoingAnswer } | { readonly error: OutgoingError };

/**
 * Whether a request may be sent again. A POST or PATCH only if no byte of it was sent, or if the server answered with a
 * status that its definition names: else the effect might happen twice.
 */
export function isRetried(tool: Pick<HttpTool, 'method' | 'retryOnStatus'>, attempt: Attempt): boolean {
  if ('answer' in attempt) return tool.retryOnStatus.includes(attempt.answer.status);
  const { reason, wasSent } = attempt.error;
  if (reason === 'address_refused' || reason === 'aborted' || reason === 'timed_out') return false;
  return !wasSent || isIdempotent(tool.method);
}

/** Twice as long each time, with jitter, and at least as long as the server asks for. @param random from 0 to 1 */
export function retryDelayMs(attempt: Attempt, retries: number, random: number, nowMs: number): number {
  const delay = Math.min(firstDelayMs * 2 ** retries, maxDelayMs) * (0.5 + random / 2);
  return Math.max(delay, 'answer' in attempt ? retryAfterMs(attempt.answer, nowMs) : 0);
}

/** RFC 9110, 10.2.3: seconds or a date. */
function retryAfterMs({ headers }: OutgoingAnswer, nowMs: number): number {
  const value = headers['retry-after'];
  if (value === undefined) return 0;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? 0 : Math.max(0, at - nowMs);
}
