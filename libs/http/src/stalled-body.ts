import type { FastifyReply, FastifyRequest } from 'fastify';

/** Looks this often during the time that is allowed, so that the answer comes at most a tenth of it late. */
const looks = 10;

/**
 * Calls `onStall` when a request body that is not whole gets no byte for `stallMs`. Bytes are counted on the socket, so
 * that whoever reads the body, and how, makes no difference.
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
