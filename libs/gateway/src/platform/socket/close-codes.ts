import { DomainError, type ErrorCode } from '@svc/errors';
import { toEdgeError } from '@svc/http';
import type { SocketKind } from './socket-address.js';

/** How a socket is closed. The reason has at most 123 bytes (RFC 6455 section 5.5.1). */
export interface Closing {
  readonly code: number;
  readonly reason: string;
}

export const closings = {
  normal: { code: 1000, reason: 'ended' },
  idle: { code: 1000, reason: 'idle' },
  goingAway: { code: 1001, reason: 'the service is being restarted' },
  hostile: { code: 1008, reason: 'too many frames that can not be taken' },
  internal: { code: 1011, reason: 'something went wrong on our side' },
  tooSlow: { code: 1013, reason: 'frames are not read' },
  tooMany: { code: 1013, reason: 'too many sockets are open' },
  activeElsewhere: { code: 4409, reason: 'the conversation has another socket' },
} as const satisfies Readonly<Record<string, Closing>>;

/** What is wrong with what a client asked for. */
export function closingOfWish(
  kind: SocketKind,
  refused: 'parameter' | 'token' | 'conversation_id' | 'origin',
  reason: string,
): Closing {
  if (refused === 'origin') return { code: 4403, reason };
  if (kind === 'session-connect') return { code: refused === 'token' ? 4403 : 4001, reason };
  return { code: refused === 'conversation_id' ? 4400 : 4001, reason };
}

/** `opening`: of a new conversation, `resuming`: of one that was named. */
export type Phase = 'opening' | 'resuming' | 'open';

/** Why a socket can't be opened, or not stay open. */
export function closingOf(kind: SocketKind, failure: unknown, phase: Phase): Closing {
  const error = toEdgeError(failure);
  const { code } = error;
  const { retryable, httpStatus } = error.row;
  const is = (...codes: readonly ErrorCode[]) => codes.includes(code);
  const inText = kind === 'text-stream';
  if (httpStatus === 401) return { code: inText ? 4001 : 4403, reason: reasonOf(code) };
  if (is('workspace_mismatch')) return { code: 4003, reason: reasonOf(code) };
  if (is('permission_denied')) return { code: inText ? 4003 : 4403, reason: reasonOf(code) };
  if (is('rate_limited')) return { code: inText ? 1013 : 4029, reason: reasonOf(code) };
  if (is('internal_error') && phase !== 'opening') return closings.internal;
  if (is('internal_error') || retryable) {
    // A client tries it once more.
    const code = inText && phase === 'opening' ? 4200 : 1013;
    return { code, reason: phase === 'opening' ? 'the conversation can not begin' : 'try again later' };
  }
  if (!inText) return { code: 4100, reason: reasonOf(code) };
  return { code: phase === 'resuming' ? 4404 : 4001, reason: reasonOf(code) };
}

/** Short, and of our own words alone. */
function reasonOf(code: ErrorCode): string {
  return code.replaceAll('_', ' ');
}

export function isCode(failure: unknown, ...codes: readonly ErrorCode[]): failure is DomainError {
  return failure instanceof DomainError && codes.includes(failure.code);
}
