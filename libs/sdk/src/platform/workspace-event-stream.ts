import type { Core } from '../client/core.js';
import type { ResultOf } from '../client/routes.js';
import { isAmigoError, isAuthenticationError, isNetworkError, isPermissionError } from '../errors/guards.js';
import { RateLimitError } from '../errors/http-errors.js';
import { ConfigurationError } from '../errors/client-errors.js';
import { chunksOf } from '../streams/chunks.js';
import { objectIn, serverSentFrames } from '../streams/server-sent-events.js';
import { maxTimerMs } from '../transport/environment.js';
import type { RequestOptions } from '../transport/transport.js';
import { WorkspaceEventStreamError } from './workspace-event-stream-error.js';

const path = '/v1/{workspace_id}/events/stream';
type Events = Required<Omit<ResultOf<`GET ${typeof path}`>, 'error'>>;

/** What has happened in the workspace. Others may come with a later version of the service. */
export type WorkspaceEvent = {
  [Name in keyof Events]: { readonly event_type: Name } & Events[Name];
}[keyof Events];

export interface WorkspaceEventStreamOptions extends RequestOptions {
  /** Go on after this event; the service keeps events for five minutes. */
  readonly lastEventId?: string;
  /** Before the first new connection, unless the service says otherwise: 3000. It doubles with each that fails. */
  readonly initialDelayMs?: number;
  /** 30000 */
  readonly maxDelayMs?: number;
  /** How many new connections may fail one after the other: 10. */
  readonly maxReconnects?: number;
  /** A connection on which nothing comes for so long is given up: 45000. */
  readonly idleTimeoutMs?: number;
  /** Told before each new connection. */
  readonly onReconnect?: (attempt: number, delayMs: number) => void;
}

const defaults = { initialDelayMs: 3_000, maxDelayMs: 30_000, maxReconnects: 10, idleTimeoutMs: 45_000 };
/** With time-outs of their own. */
const ownOptions = [
  'lastEventId',
  'initialDelayMs',
  'maxDelayMs',
  'maxReconnects',
  'idleTimeoutMs',
  'onReconnect',
];

/**
 * The events of a workspace, without end: connects again where the connection breaks off, and goes on after the last event.
 * Leaving the loop ends it.
 */
export class WorkspaceEventStream implements AsyncIterable<WorkspaceEvent> {
  readonly #core: Core;
  readonly #options: WorkspaceEventStreamOptions & typeof defaults;
  readonly #requests: RequestOptions;
  #lastEventId: string | undefined;
  #delayMs: number;

  constructor(core: Core, options: WorkspaceEventStreamOptions = {}) {
    const own = Object.entries(options).filter(([name]) => !ownOptions.includes(name));
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    this.#core = core;
    this.#options = { ...defaults, ...Object.fromEntries(given) };
    // It connects again by its own count.
    this.#requests = { ...Object.fromEntries(own), maxRetries: 0 };
    this.#lastEventId = options.lastEventId;
    this.#delayMs = this.#options.initialDelayMs;
    const { initialDelayMs, maxDelayMs, maxReconnects } = this.#options;
    if (!(initialDelayMs >= 0) || !(maxDelayMs >= 0) || !(maxReconnects >= 0))
      throw new ConfigurationError('initialDelayMs, maxDelayMs and maxReconnects must not be negative.');
  }

  /** Of the last event that was given: with it another stream can go on. */
  get lastEventId(): string | undefined {
    return this.#lastEventId;
  }

  /** @throws WorkspaceEventStreamError where it can't go on */
  async *[Symbol.asyncIterator](): AsyncGenerator<WorkspaceEvent, void, undefined> {
    const { maxReconnects, maxDelayMs, onReconnect } = this.#options;
    const { sleep, now } = this.#core.settings.environment;
    const signal = this.#options.signal ?? this.#core.options.signal;
    for (let failed = 0; ;) {
      const connectedAtMs = now();
      let reason: unknown;
      try {
        for await (const event of this.#connection(signal)) {
          failed = 0;
          yield event;
        }
      } catch (error) {
        if (signal?.aborted) throw aborted(signal);
        requireRecoverable(error);
        reason = error;
      }
      // A quiet workspace has connections that tell nothing.
      if (now() - connectedAtMs >= maxDelayMs) failed = 0;
      if (failed >= maxReconnects) {
        const words = `The stream could not be had again with ${maxReconnects} new connections.`;
        throw new WorkspaceEventStreamError(words, 'transport_exhausted', true, undefined, { cause: reason });
      }
      const asked = reason instanceof RateLimitError ? (reason.retryAfter ?? 0) * 1_000 : 0;
      const delayMs = Math.max(asked, Math.min(maxDelayMs, this.#delayMs * 2 ** failed));
      failed += 1;
      onReconnect?.(failed, delayMs);
      await sleep(delayMs, signal);
      if (signal?.aborted) throw aborted(signal);
    }
  }

  async *#connection(outer: AbortSignal | undefined): AsyncGenerator<WorkspaceEvent, void, undefined> {
    const idle = new AbortController();
    const signal = outer ? AbortSignal.any([outer, idle.signal]) : idle.signal;
    const watchdog = new Watchdog(this.#options.idleTimeoutMs, () => idle.abort(idleError()));
    try {
      const headers = {
        accept: 'text/event-stream',
        ...(this.#lastEventId !== undefined && { 'last-event-id': this.#lastEventId }),
      };
      const input = { headers, isStream: true };
      const { response } = await this.#core.request('GET', path, input, { ...this.#requests, signal });
      const chunks = watchdog.watched(chunksOf(response.body, signal));
      for await (const frame of serverSentFrames(chunks)) {
        if (frame.retry !== undefined) this.#delayMs = frame.retry;
        const data = objectIn(frame);
        if (frame.event === 'error' && data) throw errorOf(data);
        if (frame.id !== undefined) this.#lastEventId = frame.id;
        if (data && frame.event !== 'message') yield { ...data, event_type: frame.event } as WorkspaceEvent;
      }
    } finally {
      watchdog.stop();
    }
  }
}

/** Bites when nothing comes for a while. */
class Watchdog {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ms: number,
    private readonly bite: () => void,
  ) {
    this.feed();
  }

  feed(): void {
    clearTimeout(this.#timer);
    if (this.ms > 0 && Number.isFinite(this.ms))
      this.#timer = setTimeout(this.bite, Math.min(this.ms, maxTimerMs));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async *watched(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of chunks) {
      // Who reads slowly is not idle.
      this.stop();
      yield chunk;
      this.feed();
    }
  }
}

/** What another connection can't mend is thrown. */
function requireRecoverable(error: unknown): void {
  if (error instanceof WorkspaceEventStreamError) {
    if (!error.retryable) throw error;
    return;
  }
  if (isAuthenticationError(error) || isPermissionError(error))
    throw new WorkspaceEventStreamError(error.message, 'auth', false, undefined, { cause: error });
  const { statusCode } = isAmigoError(error) ? error : {};
  if (isNetworkError(error) || statusCode === 408 || statusCode === 429) return;
  if (statusCode !== undefined && statusCode >= 500) return;
  const words = error instanceof Error ? error.message : 'The stream failed.';
  throw new WorkspaceEventStreamError(words, 'unknown', false, undefined, { cause: error });
}

function errorOf(frame: Readonly<Record<string, unknown>>): WorkspaceEventStreamError {
  const { code, message } = frame;
  const words = typeof message === 'string' ? message : 'The service has ended the stream.';
  if (code === 'too_many_streams') return new WorkspaceEventStreamError(words, code, false, frame);
  const known = code === 'stream_unavailable' || code === 'stream_error' ? code : 'unknown';
  return new WorkspaceEventStreamError(words, known, true, frame);
}

const idleError = () => new WorkspaceEventStreamError('Nothing came for too long.', 'stream_error', true);

function aborted(signal: AbortSignal): WorkspaceEventStreamError {
  const words = 'The stream was aborted.';
  return new WorkspaceEventStreamError(words, 'aborted', false, undefined, { cause: signal.reason });
}
