import type { FastifyReply } from 'fastify';

/**
 * Ends the connection when an answer makes no way for `stallMs`: a client that never reads would hold it in memory for
 * ever, and the requests that it has sent behind it. Node looks at what is left to be written, so a slow client that
 * goes on reading is let be.
 */
export function watchForStalledReader(reply: FastifyReply, stallMs: number, onStall: () => void): void {
  reply.raw.setTimeout(stallMs, () => {
    onStall();
    reply.raw.destroy();
  });
}
