import { randomBytes, randomUUID } from 'node:crypto';
import {
  defineEventTypes,
  emptyStreamHead,
  EventStore,
  eventStoreMigrations,
  LocalSignals,
  StoredLog,
  type EventType,
  type StreamHead,
} from '@svc/event-store';
import {
  streamId as newStreamId,
  userSubject,
  type DomainEvent,
  type EventMetadata,
  type TenantId,
} from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import { eventBusMigrations } from '../../src/event-bus-migrations.js';
import { createTestDatabase, TestKeys, type TestDatabase, type TestDatabaseOptions } from '@svc/testing';

/** Public and private events of the suite's contexts. */
export type BankEvent =
  | DomainEvent<'AccountOpened', { readonly owner: string }>
  | DomainEvent<'MoneyDeposited', { readonly amount: number; readonly receipt?: string }>
  | DomainEvent<'NoteTaken', { readonly text: string }>;

export const opened = (owner: string): BankEvent => ({ type: 'AccountOpened', data: { owner } });
export const deposited = (amount: number): BankEvent => ({ type: 'MoneyDeposited', data: { amount } });
export const noteTaken = (text: string): BankEvent => ({ type: 'NoteTaken', data: { text } });

const tenantId: TenantId = 'org:demo';
/** The subject of all accounts. */
export const owner = userSubject(tenantId, '65f0c0ffee65f0c0ffee65f0');
const metadata = { actor: 'user:1', correlationId: 'request-1', causationId: 'command-1' };

/** As ts-proto's codec objects: plain data to JSON and back. */
const plain = <Data>(): EventType<Data>['message'] => ({
  toJSON: (data) => data,
  fromJSON: (json) => json as Data,
});
const types = defineEventTypes<BankEvent>({
  AccountOpened: { message: plain(), schemaVersion: 1, visibility: 'public', personalFields: ['owner'] },
  MoneyDeposited: { message: plain(), schemaVersion: 1, visibility: 'public' },
  NoteTaken: { message: plain(), schemaVersion: 1, visibility: 'private' },
});

/** Contexts that publish; each owns the schema of its name. */
export const sources = ['bank', 'shop'] as const;
export type Source = (typeof sources)[number];

/** The publishing contexts of a run of the suite, on one database, as seen by a process of each. */
export interface World {
  readonly test: TestDatabase;
  /** Wakes the readers of the logs. */
  readonly signals: LocalSignals;
  readonly logs: Readonly<Record<Source, StoredLog>>;
  readonly keys: TestKeys;
}

const pollMs = 20;

export function openLog(schema: Source, database: PooledDatabase, signals: LocalSignals): StoredLog {
  return new StoredLog({ schema, database, signals, pollMs });
}

/** @param consumer with its schema in the same database. */
export async function createWorld(
  consumer?: { schema: string; folders: readonly string[] },
  { server }: Pick<TestDatabaseOptions, 'server'> = {},
): Promise<World> {
  const logs = sources.map((schema) => ({ schema, folders: [eventStoreMigrations, eventBusMigrations] }));
  const migrations = consumer ? [...logs, consumer] : logs;
  const test = await createTestDatabase({ maxConnections: 20, migrations, ...(server && { server }) });
  const signals = new LocalSignals();
  const { database } = test;
  return {
    test,
    signals,
    logs: { bank: openLog('bank', database, signals), shop: openLog('shop', database, signals) },
    keys: new TestKeys(),
  };
}

/** One account, written by its owner. */
export class Account {
  #head: StreamHead = emptyStreamHead;

  constructor(
    private readonly store: EventStore<BankEvent>,
    private readonly database: PooledDatabase,
    readonly streamId: string = newStreamId(tenantId, 'account', randomUUID()),
  ) {}

  /** Number of its events, as far as this client knows. */
  get version(): number {
    return this.#head.version;
  }

  /** Reads its head again after an append with an unknown outcome. */
  async reload(): Promise<void> {
    const address = { tenantId, streamId: this.streamId };
    this.#head = (await this.store.loadStream(this.database, address)).head;
  }

  /** A copy of the account as it is now, which can diverge. */
  fork(): Account {
    const fork = new Account(this.store, this.database, this.streamId);
    fork.#head = this.#head;
    return fork;
  }

  append(...events: readonly BankEvent[]): Promise<void> {
    return this.appendAs(metadata, ...events);
  }

  async appendAs(cause: EventMetadata, ...events: readonly BankEvent[]): Promise<void> {
    const { head } = await this.store.append(this.database, {
      tenantId,
      streamId: this.streamId,
      subject: owner,
      expected: this.#head,
      events,
      metadata: cause,
    });
    this.#head = head;
  }
}

export function openAccount({ test, signals, keys }: World, source: Source = 'bank'): Account {
  const { database } = test;
  const vault = { keys, random: randomBytes, blobs: undefined };
  const clock = { now: () => 1_795_219_200_000 };
  const ids = { resourceId: () => randomUUID(), uuid: () => randomUUID(), eventId: () => randomUUID() };
  return new Account(
    new EventStore({ schema: source, database, types, clock, ids, vault, signals }),
    database,
  );
}
