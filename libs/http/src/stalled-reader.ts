import type { FastifyReply } from 'fastify';

/** In UTF-16 units. Up to about this size the system takes an answer off our hands, whether the client reads or not. */
const largeAnswer = 64 * 1024;

/**
 * Ends the connection when a large answer makes no way for `stallMs`: a client that never reads would hold it in memory
 * for ever. Node looks at what is left to be written, so a slow client that goes on reading is let be.
 */
export function watchForStalledReader(reply: FastifyReply, payload: unknown, stallMs: number): void {
  if (typeof payload !== 'string' || payload.length < largeAnswer) return;
  reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
}
