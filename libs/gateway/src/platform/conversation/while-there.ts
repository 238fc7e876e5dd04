import type { FastifyReply } from 'fastify';

/**
 * Works for a client that waits for the answer.
 * @param work its signal aborts when the client leaves. @returns undefined then: what the work throws is told to nobody
 */
export async function whileThere<Answer>(
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer | undefined> {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  try {
    return await work(left.signal);
  } catch (error) {
    if (left.signal.aborted) return undefined;
    throw error;
  }
}
