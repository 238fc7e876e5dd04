import { once } from 'node:events';
import type { FastifyReply } from 'fastify';

const ndjsonContentType = 'application/x-ndjson';

export interface NdjsonOptions<Event> {
  /** Sent with the first event, not before: what fails earlier is an ordinary error with its own status. */
  readonly status: number;
  /**
   * Makes the stream; events that are there at the same moment come together. `signal` aborts when the client has gone away, which must end the work behind the stream.
   */
  readonly open: (signal: AbortSignal) => AsyncIterable<readonly Event[]>;
  /**
   * The last line when the stream fails after its first event; undefined cuts the connection instead, so that the client
   * takes what it has for no answer. Not asked for when nobody is left to read it.
   */
  readonly lastWord: (error: unknown) => unknown;
  /** A client that takes nothing for this long counts as gone: it would hold its source for ever. 60 s by default. */
  readonly stalledReaderMs?: number;
}

const defaultStalledReaderMs = 60_000;

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
  // It left while its request was being read: there is nobody to start the work for.
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
    // Too late for an error of its own: the client must not take the lines that it has for all of them.
    if (raw.headersSent) raw.destroy();
    throw error;
  } finally {
    raw.off('close', onClose);
    // Ends the source when we stop early; one that has ended or failed does not mind.
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
