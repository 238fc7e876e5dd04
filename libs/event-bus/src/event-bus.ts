import type { Stretch } from '@svc/event-store';
import type { PublicEvent, StreamRef } from './public-event.js';

/** What a batch's handler is given beside it. */
export interface BatchHandling {
  /** Aborted when the subscriber stops, and when what it was given may be given to another one. */
  readonly signal: AbortSignal;
  /**
   * Of a bus that leaves out what the group does not handle: whether it has left out all of each of these stretches, of
   * streams in the batch. The owner's log is asked.
   */
  readonly areLeftOut?: (stretches: readonly Stretch[]) => Promise<readonly boolean[]>;
}

/** What comes of a failure: the same batch again after this pause. */
export interface Retry {
  readonly retryInMs: number;
}

export interface GroupOptions {
  /** `<context>.<consumer>`. Each event comes to one member of the group, whose place on the bus is kept. */
  readonly group: string;
  /** Names of the contexts whose public events it takes. */
  readonly sources: readonly string[];
  /** The types of a source that the group handles: an adapter that can tell `areLeftOut` leaves out all others. */
  readonly typesOf?: (source: string) => readonly string[];
  /**
   * Takes a batch, or rejects: then the same events come again, and none after them is lost. Events of one stream come in
   * the order of their versions, in one batch at a time; a repeat may come behind newer ones. Batches of different streams
   * may come at the same time. The place on the bus moves once this resolves, never before. `Inbox` is made for it.
   */
  readonly handle: (batch: readonly PublicEvent[], handling: BatchHandling) => Promise<void>;
  /** Told of each failure, of `handle` and of the bus. */
  readonly onError: (error: unknown, retry: Retry) => void;
}

export interface Subscriber {
  /** Takes no new batch, asks the one that is being handled to end, and waits for it; then leaves. */
  stop(): Promise<void>;
}

/**
 * Where a tail begins: with what is committed after `tail` has resolved, with all that the bus has, or where another
 * tail of the same sources has come to (`Tail.position`; only the adapter that made it can read it).
 */
export type TailStart = 'end' | 'start' | { readonly position: string };

export interface TailOptions {
  readonly sources: readonly string[];
  readonly from: TailStart;
  /**
   * Takes a batch; the next one waits for it. Events of one stream come in the order of their versions, each once, as far
   * as the tail remembers the stream. When it rejects the same batch comes again after a pause: what a tail can't take it
   * has to let go by itself.
   */
  readonly handle: (batch: readonly PublicEvent[], handling: BatchHandling) => Promise<void>;
  /** Told of each failure, of `handle` and of the bus. */
  readonly onError: (error: unknown, retry: Retry) => void;
}

export interface Tail extends Subscriber {
  /** What comes before it is handled. */
  readonly position: string;
}

/**
 * Brings the public events of contexts to others: at least once and in the order of each stream. Knows nothing of
 * inboxes: what has had its effect is the consumer's to know.
 */
export interface EventBus {
  /** Joins a group: its members share the work. A group that is new begins with the first event of each source. */
  consume(options: GroupOptions): Promise<Subscriber>;
  /** Sees all events, beside all others who do: no group, and no place that is kept. For live streams and caches. */
  tail(options: TailOptions): Promise<Tail>;
  /**
   * Public events of one stream behind a version, in their order, at most `limit`: from the context that owns them,
   * whatever the bus still has.
   * @throws DomainError `service_unavailable` when the owner can't be asked now.
   */
  readStream(stream: StreamRef, afterVersion: number, limit: number): Promise<readonly PublicEvent[]>;
}
