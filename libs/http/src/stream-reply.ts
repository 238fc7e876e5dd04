import { once } from 'node:events';
import type { FastifyReply } from 'fastify';

export interface StreamOptions<Event> {
  /** Sent with the first event, not before: an earlier error is an ordinary response with its own status. */
  readonly status: number;
  /**
   * Creates the stream; events that are ready at the same time come together, and none at all sends the head. `signal` aborts when the client leaves,
   * and must end the work behind the stream.
   */
  readonly open: (signal: AbortSignal) => AsyncIterable<readonly Event[]>;
  /**
   * The last event of a stream that fails after its first. Undefined cuts the connection, so the client can't take
   * the events for the whole. Not called if nobody is left to read it.
   */
  readonly lastWord: (error: unknown) => Event | undefined;
  /** A client that reads nothing for this long counts as gone: it would hold its source for ever. 60 s by default. */
  readonly stalledReaderMs?: number;
}

const defaultStalledReaderMs = 60_000;

/** How events are written. */
interface Format<Event> {
  readonly headers: Readonly<Record<string, string>>;
  readonly textOf: (event: Event) => string;
}

/** Responds with one JSON value per line: see `replyWith`. */
export function replyWithNdjson<Event>(reply: FastifyReply, options: StreamOptions<Event>): Promise<void> {
  return replyWith(reply, options, {
    headers: { 'content-type': 'application/x-ndjson' },
    textOf: (event) => `${JSON.stringify(event)}\n`,
  });
}

/**
 * A server-sent event with JSON data; a comment, which clients pass over: it keeps a connection alive; or how long a client waits
 * before it connects again.
 */
export type ServerSentEvent =
  | { readonly event: string; readonly data: unknown; /** Where a client goes on. */ readonly id?: string }
  | { readonly comment: string }
  | { readonly retryMs: number };

/** Responds with server-sent events (HTML, section 9.2): see `replyWith`. */
export function replyWithEvents(reply: FastifyReply, options: StreamOptions<ServerSentEvent>): Promise<void> {
  return replyWith(reply, options, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    textOf: frameOf,
  });
}

/** JSON has no line breaks; of ids and comments there are only our own. */
function frameOf(event: ServerSentEvent): string {
  if ('comment' in event) return `: ${event.comment}\n\n`;
  if ('retryMs' in event) return `retry: ${event.retryMs}\n\n`;
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  return `${id}event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/**
 * Each event is sent as soon as it is ready. The next one is read only if the client has room for it, so a slow reader slows the
 * source and memory stays bounded.
 * @throws what the stream throws before its first event; nothing has been sent then.
 */
async function replyWith<Event>(
  reply: FastifyReply,
  options: StreamOptions<Event>,
  format: Format<Event>,
): Promise<void> {
  const { raw } = reply;
  // It left while its request was being read: do not start the work.
  if (raw.destroyed) return;
  // The head alone: a stream without end would hold the connection for ever.
  if (reply.request.method === 'HEAD') {
    reply.hijack();
    raw.writeHead(options.status, headersOf(reply, format)).end();
    return;
  }
  const gone = new AbortController();
  const onClose = (): void => gone.abort(new ClientGone());
  raw.once('close', onClose);
  const events = options.open(gone.signal)[Symbol.asyncIterator]();
  try {
    const first = await events.next();
    reply.hijack();
    raw.writeHead(options.status, headersOf(reply, format));
    const writer = new EventWriter(raw, gone.signal, format, options.stalledReaderMs);
    await writeAll(writer, events, first, options.lastWord);
    if (!raw.destroyed) raw.end();
  } catch (error) {
    if (gone.signal.aborted) return;
    // Too late for an error response: the client must not take these events for the whole.
    if (raw.headersSent) raw.destroy();
    throw error;
  } finally {
    raw.off('close', onClose);
    // Ends the source if we stop early; has no effect on one that has ended or failed.
    await events.return?.().catch(() => undefined);
  }
}

async function writeAll<Event>(
  writer: EventWriter<Event>,
  events: AsyncIterator<readonly Event[]>,
  first: IteratorResult<readonly Event[]>,
  lastWord: StreamOptions<Event>['lastWord'],
): Promise<void> {
  try {
    for (let next = first; !next.done; next = await events.next()) await writer.write(next.value);
  } catch (error) {
    writer.assertReader();
    const word = lastWord(error);
    if (word === undefined) writer.cut();
    else await writer.write([word]);
  }
}

class EventWriter<Event> {
  constructor(
    private readonly raw: FastifyReply['raw'],
    private readonly signal: AbortSignal,
    private readonly format: Pick<Format<Event>, 'textOf'>,
    private readonly stalledReaderMs = defaultStalledReaderMs,
  ) {}

  /** @throws the signal's reason once the client is gone. */
  assertReader(): void {
    this.signal.throwIfAborted();
  }

  cut(): void {
    this.raw.destroy();
  }

  /** Resolves when there is room for the next events. @throws as `assertReader`. */
  async write(values: readonly Event[]): Promise<void> {
    this.assertReader();
    if (values.length === 0) return this.raw.flushHeaders();
    const text = values.map((value) => this.format.textOf(value)).join('');
    if (this.raw.write(text)) return;
    const giveUp = setTimeout(() => this.raw.destroy(), this.stalledReaderMs);
    try {
      await once(this.raw, 'drain', { signal: this.signal });
    } finally {
      clearTimeout(giveUp);
    }
  }
}

function headersOf(
  reply: FastifyReply,
  { headers }: Pick<Format<never>, 'headers'>,
): Record<string, number | string | string[]> {
  const given = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(given) as Record<string, number | string | string[]>),
    ...headers,
    // Proxies (nginx) would buffer the events.
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
