import type { DomainEvent } from '@svc/kernel';
import type { Tx } from '@svc/postgres';
import type { RecordedEvent } from '../events/recorded-event.js';
import type { StartAt } from './checkpoint.js';
import type { StoredEvent } from './stored-event.js';

/** What comes of a failure: the same again after a pause, or its stream waits for the installer. */
export type Consequence = { readonly retryInMs: number } | { readonly parkedStream: string };

/** Aborted when the subscription stops, and when another process leads it. */
export interface Handling {
  readonly signal: AbortSignal;
}

interface AnySubscription<Event extends DomainEvent> {
  /** Names the checkpoint. Of all instances of one name, in all processes, one leads and the others stand by. */
  readonly name: string;
  /** Where the subscription begins when its name is new. */
  readonly startAt: StartAt;
  /** Only events of these types, or only public ones; what does not pass is neither read nor decoded. */
  readonly only?: { readonly types?: readonly Event['type'][]; readonly publicOnly?: boolean };
  /** Events at once, 1 to 200. Default 200. */
  readonly batchSize?: number;
  /** How often an event is tried before its stream is parked. Default 8: about 13 seconds. */
  readonly attempts?: number;
  /**
   * Errors that no event caused, such as an outage of a broker: all streams wait until it is over, and none is parked.
   * `service_unavailable` always is one.
   */
  readonly isOutage?: (error: unknown) => boolean;
  /** Called with each error. */
  readonly onError: (error: unknown, consequence: Consequence) => void;
}

/** Into this database, exactly once: the effect is committed together with the checkpoint. */
export interface ApplyingSubscription<Event extends DomainEvent> extends AnySubscription<Event> {
  /**
   * Applies a batch by statements only: the shorter the transaction, the sooner others may read what it writes. Events
   * come in the order of the log, those of one stream in the order of their versions.
   */
  readonly apply: (tx: Tx, events: readonly RecordedEvent<Event>[]) => Promise<void>;
}

/** Into this database, exactly once, for effects that need work outside a transaction. */
export interface PreparingSubscription<Event extends DomainEvent> extends AnySubscription<Event> {
  /** Does the work, and gives back what writes its result. Both come again when they fail. */
  readonly prepare: (
    events: readonly RecordedEvent<Event>[],
    handling: Handling,
  ) => Promise<(tx: Tx) => Promise<void>>;
}

/** To the outside, at least once: the checkpoint moves when the batch is handled, and no transaction is open meanwhile. */
export interface HandlingSubscription<Event extends DomainEvent> extends AnySubscription<Event> {
  readonly handle: (events: readonly RecordedEvent<Event>[], handling: Handling) => Promise<void>;
}

/** To the outside, at least once, as stored: no type needs to be known and no key to be had. */
export interface ForwardingSubscription<Event extends DomainEvent> extends AnySubscription<Event> {
  readonly forward: (events: readonly StoredEvent[], handling: Handling) => Promise<void>;
}

export type SubscriptionOptions<Event extends DomainEvent> =
  | ApplyingSubscription<Event>
  | PreparingSubscription<Event>
  | HandlingSubscription<Event>
  | ForwardingSubscription<Event>;
