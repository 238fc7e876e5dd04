import type { Stretch } from '@svc/event-store';
import type { PublicEvent, StreamRef } from './public-event.js';

/** Given to a handler with its batch. */
export interface BatchHandling {
  /** Aborted when the subscriber stops, and when another one may get its events. */
  readonly signal: AbortSignal;
  /**
   * For a bus that leaves out types that the group does not handle: whether all events of each stretch were left out.
   * Asks the owner's log.
   */
  readonly areLeftOut?: (stretches: readonly Stretch[]) => Promise<readonly boolean[]>;
}

/** After an error the same batch comes again after this pause. */
export interface Retry {
  readonly retryInMs: number;
}

export interface GroupOptions {
  /** `<context>.<consumer>`. Each event goes to one member. The bus keeps the group's position. */
  readonly group: string;
  /** Names of the contexts whose public events it takes. */
  readonly sources: readonly string[];
  /** The types of a source that the group handles: an adapter with `areLeftOut` leaves out all others. */
  readonly typesOf?: (source: string) => readonly string[];
  /**
   * Handles a batch. After a rejection the same events come again, and none after them is lost. Events of a stream come
   * in order, in one batch at a time; a repeat may follow newer ones. Batches of different streams may be concurrent.
   * The position moves only once this resolves. Made for `Inbox`.
   */
  readonly handle: (batch: readonly PublicEvent[], handling: BatchHandling) => Promise<void>;
  /** Called with each error, of `handle` and of the bus. */
  readonly onError: (error: unknown, retry: Retry) => void;
}

export interface Subscriber {
  /** Takes no new batch, aborts the current one by its signal, waits for it, then leaves. */
  stop(): Promise<void>;
}

/**
 * Where a tail begins: after `tail` has resolved, with the oldest event of the bus, or at another tail's position for
 * the same sources (`Tail.position`, readable only by its own adapter).
 */
export type TailStart = 'end' | 'start' | { readonly position: string };

export interface TailOptions {
  readonly sources: readonly string[];
  readonly from: TailStart;
  /**
   * Handles a batch; the next one waits for it. Events of a stream come in order, each once while the tail remembers
   * the stream. After a rejection the same batch comes again after a pause: a tail must skip an event that it can't
   * handle.
   */
  readonly handle: (batch: readonly PublicEvent[], handling: BatchHandling) => Promise<void>;
  /** Called with each error, of `handle` and of the bus. */
  readonly onError: (error: unknown, retry: Retry) => void;
}

export interface Tail extends Subscriber {
  /** All events before it are handled. */
  readonly position: string;
}

/**
 * Delivers public events of contexts to others: at least once, in the order of each stream. It knows no inboxes:
 * consumers track their effects.
 */
export interface EventBus {
  /** Joins a group, whose members share the work. A new group begins with the first event of each source. */
  consume(options: GroupOptions): Promise<Subscriber>;
  /** Sees all events: no group, no stored position. For live streams and caches. */
  tail(options: TailOptions): Promise<Tail>;
  /**
   * Public events of one stream after a version, in order, at most `limit`. Read from the owning context, not from the
   * bus.
   * @throws DomainError `service_unavailable` when the owner can't be asked now.
   */
  readStream(stream: StreamRef, afterVersion: number, limit: number): Promise<readonly PublicEvent[]>;
}
