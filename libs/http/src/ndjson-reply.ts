import { once } from 'node:events';
import type { FastifyReply } from 'fastify';

const ndjsonContentType = 'application/x-ndjson';

export interface NdjsonOptions<Event> {
  /** Sent with the first event, not before: an earlier error is an ordinary response with its own status. */
  readonly status: number;
  /**
   * Creates the stream; events that are ready at the same time come together. `signal` aborts when the client leaves,
   * and must end the work behind the stream.
   */
  readonly open: (signal: AbortSignal) => AsyncIterable<readonly Event[]>;
  /**
   * The last line of a stream that fails after its first event. Undefined cuts the connection, so the client can't take
   * the lines for the whole. Not called if nobody is left to read it.
   */
  readonly lastWord: (error: unknown) => unknown;
  /** A client that reads nothing for this long counts as gone: it would hold its source for ever. 60 s by default. */
  readonly stalledReaderMs?: number;
}

const defaultStalledReaderMs = 60_000;

/**
 * Responds with one JSON object per line, each sent as soon as it is ready. The next event is read only if the client
 * has room for it, so a slow reader slows the source and memory stays bounded.
 * @throws what the stream throws before its first event; nothing has been sent then.
 */
export async function replyWithNdjson<Event>(
  reply: FastifyReply,
  options: NdjsonOptions<Event>,
): Promise<void> {
  const { raw } = reply;
  // It left while its request was being read: do not start the work.
  if (raw.destroyed) return;
  const gone = new AbortController();
  const onClose = (): void => gone.abort(new ClientGone());
  raw.once('close', onClose);
  const events = options.open(gone.signal)[Symbol.asyncIterator]();
  try {
    const first = await events.next();
    reply.hijack();
    raw.writeHead(options.status, headersOf(reply));
    await writeAll(new LineWriter(raw, gone.signal, options), events, first, options.lastWord);
    if (!raw.destroyed) raw.end();
  } catch (error) {
    if (gone.signal.aborted) return;
    // Too late for an error response: the client must not take these lines for the whole.
    if (raw.headersSent) raw.destroy();
    throw error;
  } finally {
    raw.off('close', onClose);
    // Ends the source if we stop early; has no effect on one that has ended or failed.
    await events.return?.().catch(() => undefined);
  }
}

async function writeAll<Event>(
  lines: LineWriter,
  events: AsyncIterator<readonly Event[]>,
  first: IteratorResult<readonly Event[]>,
  lastWord: (error: unknown) => unknown,
): Promise<void> {
  try {
    for (let next = first; !next.done; next = await events.next()) await lines.write(next.value);
  } catch (error) {
    lines.assertReader();
    const word = lastWord(error);
    if (word === undefined) lines.cut();
    else await lines.write([word]);
  }
}

class LineWriter {
  readonly #stalledReaderMs: number;

  constructor(
    private readonly raw: FastifyReply['raw'],
    private readonly signal: AbortSignal,
    options: { readonly stalledReaderMs?: number },
  ) {
    this.#stalledReaderMs = options.stalledReaderMs ?? defaultStalledReaderMs;
  }

  /** @throws the signal's reason once the client is gone. */
  assertReader(): void {
    this.signal.throwIfAborted();
  }

  cut(): void {
    this.raw.destroy();
  }

  /** Resolves when there is room for the next lines. @throws as `assertReader`. */
  async write(values: readonly unknown[]): Promise<void> {
    this.assertReader();
    const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
    if (this.raw.write(text)) return;
    const giveUp = setTimeout(() => this.raw.destroy(), this.#stalledReaderMs);
    try {
      await once(this.raw, 'drain', { signal: this.signal });
    } finally {
      clearTimeout(giveUp);
    }
  }
}

function headersOf(reply: FastifyReply): Record<string, number | string | string[]> {
  const given = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(given) as Record<string, number | string | string[]>),
    'content-type': ndjsonContentType,
    // Proxies (nginx) would buffer the lines.
    'x-accel-buffering': 'no',
  };
}

/** Why a stream was ended: it has no reader. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';

  constructor() {
    super('the client closed the connection');
  }
}
