import type { DomainEvent } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { EventReader } from './reading/event-reader.js';
import type { EventRow } from './events/event-row.js';
import { defineEventTypes } from './events/event-types.js';
import type { LogPosition } from './events/recorded-event.js';
import { logStart } from './reading/read-log.js';
import { arePassedOver, type Stretch } from './reading/passed-over.js';
import { readPublicStreamStatement } from './reading/read-public-stream.js';
import { assertPlainSchemaName } from './schema-name.js';
import { noVault } from './sealing/vault.js';
import { LocalSignals, type LogSignals } from './signals/log-signals.js';
import { LogTail, readHorizon, type TailOptions } from './subscription/log-tail.js';
import { rewindAndWait, type Rewound } from './subscription/rewound.js';
import { SharedLog } from './subscription/shared-log.js';
import { storedEventOf, type StoredEvent } from './subscription/stored-event.js';
import { readPublicBacklog } from './subscription/subscription-lag.js';
import type { ForwardingSubscription } from './subscription/subscription-options.js';
import type { Subscription } from './subscription/subscription.js';
import { Subscriptions } from './subscription/subscriptions.js';

export interface StoredLogOptions {
  /** The context's Postgres schema. */
  readonly schema: string;
  readonly database: PooledDatabase;
  /** Those of the stores that write the log. Default: none, and readers find out by polling. */
  readonly signals?: LogSignals;
  /** Longest time, in milliseconds, without a look at the log. Default 1,000. */
  readonly pollMs?: number;
}

export interface TailFrom extends Omit<TailOptions, 'after'> {
  readonly startAt: 'start' | 'end' | LogPosition;
}

/** The log of a context as stored, for relays: they know none of its types, and open nothing. */
export class StoredLog {
  readonly schema: string;
  readonly #database: PooledDatabase;
  readonly #signals: LogSignals;
  readonly #pollMs: number;
  readonly #subscriptions: Subscriptions<DomainEvent>;
  #shared: SharedLog | undefined;

  constructor({ schema, database, signals = new LocalSignals(), pollMs = 1_000 }: StoredLogOptions) {
    assertPlainSchemaName(schema);
    this.schema = schema;
    this.#database = database;
    this.#signals = signals;
    this.#pollMs = pollMs;
    const reader = new EventReader(defineEventTypes<DomainEvent>({}), { schema, vault: noVault });
    this.#subscriptions = new Subscriptions({ schema, database, reader, signals, pollMs });
  }

  /** As `EventStore.subscribe`. @throws RangeError */
  subscribe(options: ForwardingSubscription<DomainEvent>): Subscription<DomainEvent> {
    return this.#subscriptions.start(options);
  }

  /** Independent of other readers: no name, no checkpoint. The caller stops it. */
  async tail({ startAt, ...options }: TailFrom): Promise<LogTail> {
    const { schema } = this;
    const after =
      startAt === 'end'
        ? await readHorizon(this.#database, schema)
        : startAt === 'start'
          ? logStart
          : startAt;
    this.#shared ??= new SharedLog(this.#database, schema, this.#signals);
    const log = { schema, signals: this.#signals, shared: this.#shared, pollMs: this.#pollMs };
    return new LogTail(log, { ...options, after });
  }

  /** How many public events a subscription has before it; of very many, 10,000. */
  publicBacklogOf(subscription: string): Promise<number> {
    return readPublicBacklog(this.#database, this.schema, subscription);
  }

  /**
   * Restarts a subscription at a position, on any leader; parked events come again too. Resolves once the leader has
   * begun there, after about a second, or after `withinMs`.
   */
  rewind(
    subscription: string,
    to: 'start' | LogPosition,
    { withinMs = 10_000 }: { readonly withinMs?: number } = {},
  ): Promise<Rewound> {
    return rewindAndWait(this.#database, {
      schema: this.schema,
      name: subscription,
      to: to === 'start' ? logStart : to,
      withinMs,
    });
  }

  /** Public events of one stream behind a version, in their order: at least one, where there is any. */
  async readPublicStream(
    streamId: string,
    afterVersion: number,
    limit: number,
  ): Promise<readonly StoredEvent[]> {
    const statement = readPublicStreamStatement(this.schema, streamId, afterVersion, limit);
    const { rows } = await this.#database.query<EventRow>(statement);
    return rows.map(storedEventOf);
  }

  /** As `arePassedOver`: whether readers of these types miss nothing in each of these stretches. */
  arePassedOver(stretches: readonly Stretch[], types: readonly string[]): Promise<readonly boolean[]> {
    return arePassedOver(this.#database, this.schema, stretches, types);
  }
}
