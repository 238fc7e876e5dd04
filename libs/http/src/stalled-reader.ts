import type { FastifyReply } from 'fastify';

/**
 * Ends the connection if a response makes no progress for `stallMs`. A client that never reads would keep it in memory
 * for ever, and the requests sent after it. Node checks the bytes left to write, so a slow client that keeps reading is
 * not cut.
 */
export function watchForStalledReader(reply: FastifyReply, stallMs: number, onStall: () => void): void {
  reply.raw.setTimeout(stallMs, () => {
    onStall();
    reply.raw.destroy();
  });
}
