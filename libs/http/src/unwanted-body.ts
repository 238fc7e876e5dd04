import type { FastifyRequest } from 'fastify';

const lookEveryMs = 50;

/**
 * A request can be answered, or refused, before its body has come; Node then reads the rest and drops it. Ends the
 * connection when that rest goes on for more than `mostBytes`: it could go on for ever, also without a credential.
 */
export function boundUnwantedBody({ raw }: FastifyRequest, mostBytes: number): void {
  const { socket } = raw;
  if (raw.complete || socket.destroyed) return;
  const readBefore = socket.bytesRead;
  const timer = setInterval(() => {
    if (raw.complete || socket.destroyed) clearInterval(timer);
    else if (socket.bytesRead - readBefore > mostBytes) socket.destroy();
  }, lookEveryMs);
}
