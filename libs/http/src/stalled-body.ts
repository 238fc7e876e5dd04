import { DomainError } from '@svc/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How fast a body must arrive. */
export interface BodyPace {
  /** Longest time without a byte. */
  readonly stalledMs: number;
  /** From then on its rate counts, from the start. */
  readonly graceMs: number;
  readonly leastBytesPerSecond: number;
}

/** Looks this often in the shorter of the two times, so a rejection is late by at most a tenth of it. */
const looks = 10;

/**
 * Calls `reject` with `request_timeout` if an incomplete request body gets no byte for too long, or arrives too slowly.
 * Counts bytes on the socket, so it does not matter who reads the body, or how.
 */
export function watchBody(
  request: FastifyRequest,
  reply: FastifyReply,
  { stalledMs, graceMs, leastBytesPerSecond }: BodyPace,
  reject: (failure: DomainError) => void,
): void {
  const { raw } = request;
  const { socket } = raw;
  const everyMs = Math.min(stalledMs, graceMs) / looks;
  const atStart = { bytes: socket.bytesRead, ms: performance.now() };
  let seen = socket.bytesRead;
  let quietMs = 0;
  const failureNow = (): DomainError | undefined => {
    quietMs = socket.bytesRead === seen ? quietMs + everyMs : 0;
    seen = socket.bytesRead;
    if (quietMs >= stalledMs) return stalled();
    const elapsedMs = performance.now() - atStart.ms;
    const isSlow = ((seen - atStart.bytes) / elapsedMs) * 1_000 < leastBytesPerSecond;
    return elapsedMs >= graceMs && isSlow ? slow(leastBytesPerSecond) : undefined;
  };
  const timer = setInterval(() => {
    if (raw.complete || raw.destroyed) return stop();
    const failure = failureNow();
    if (!failure) return;
    stop();
    reject(failure);
  }, everyMs);
  const stop = (): void => clearInterval(timer);
  raw.once('end', stop);
  reply.raw.once('close', stop);
}

function stalled(): DomainError {
  return new DomainError('request_timeout', 'The rest of the request body did not arrive.');
}

function slow(leastBytesPerSecond: number): DomainError {
  return new DomainError(
    'request_timeout',
    `The request body arrives too slowly: send at least ${leastBytesPerSecond} bytes a second.`,
  );
}
