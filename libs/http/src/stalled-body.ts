import type { FastifyReply, FastifyRequest } from 'fastify';

/** Checks this often during the limit, so the response is late by at most a tenth of it. */
const looks = 10;

/**
 * Calls `onStall` if an incomplete request body gets no byte for `stallMs`. Counts bytes on the socket, so it does not
 * matter who reads the body, or how.
 */
export function watchForStalledBody(
  request: FastifyRequest,
  reply: FastifyReply,
  stallMs: number,
  onStall: () => void,
): void {
  const { raw } = request;
  const { socket } = raw;
  let seen = socket.bytesRead;
  let quietLooks = 0;
  const timer = setInterval(() => {
    if (raw.complete || raw.destroyed) return stop();
    quietLooks = socket.bytesRead === seen ? quietLooks + 1 : 0;
    seen = socket.bytesRead;
    if (quietLooks < looks) return;
    stop();
    onStall();
  }, stallMs / looks);
  const stop = (): void => clearInterval(timer);
  raw.once('end', stop);
  reply.raw.once('close', stop);
}
