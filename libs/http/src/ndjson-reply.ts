import { once } from 'node:events';
import type { FastifyReply } from 'fastify';

export const ndjsonContentType = 'application/x-ndjson';

export interface NdjsonOptions<Event> {
  /** Sent with the first event, not before: what fails earlier is an ordinary error with its own status. */
  readonly status: number;
  /**
   * Makes the stream. `signal` aborts when the client has gone away, which must end the work behind the stream.
   */
  readonly open: (signal: AbortSignal) => AsyncIterable<Event>;
  /** The last line when the stream fails after its first event. */
  readonly lastWord: (failure: unknown) => unknown;
}

/**
 * Answers with one JSON object per line, each written as soon as it is there. The next event is taken only when the
 * client has room for it, so that a slow reader holds back the source and memory stays bounded.
 * @throws what the stream throws before its first event; then nothing has been sent.
 */
export async function replyWithNdjson<Event>(
  reply: FastifyReply,
  options: NdjsonOptions<Event>,
): Promise<void> {
  const { raw } = reply;
  const gone = new AbortController();
  const onClose = (): void => gone.abort(new ClientGone());
  raw.once('close', onClose);
  const events = options.open(gone.signal)[Symbol.asyncIterator]();
  try {
    const first = await events.next();
    reply.hijack();
    raw.writeHead(options.status, headersOf(reply));
    await writeAll(reply, events, first, gone.signal, options.lastWord);
  } catch (failure) {
    if (!gone.signal.aborted) throw failure;
  } finally {
    raw.off('close', onClose);
    // Ends the source when we stop early; one that has ended or failed does not mind.
    await events.return?.().catch(() => undefined);
  }
}

async function writeAll<Event>(
  { raw }: FastifyReply,
  events: AsyncIterator<Event>,
  first: IteratorResult<Event>,
  signal: AbortSignal,
  lastWord: (failure: unknown) => unknown,
): Promise<void> {
  const write = async (value: unknown): Promise<void> => {
    signal.throwIfAborted();
    if (!raw.write(`${JSON.stringify(value)}\n`)) await once(raw, 'drain', { signal });
  };
  try {
    for (let next = first; !next.done; next = await events.next()) await write(next.value);
  } catch (failure) {
    signal.throwIfAborted();
    await write(lastWord(failure));
  }
  raw.end();
}

function headersOf(reply: FastifyReply): Record<string, number | string | string[]> {
  const given = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(given) as Record<string, number | string | string[]>),
    'content-type': ndjsonContentType,
    // Proxies (nginx) would collect the lines.
    'x-accel-buffering': 'no',
  };
}

/** Why a stream was ended: nobody reads it any more. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';

  constructor() {
    super('the client closed the connection');
  }
}
