import { randomBytes } from 'node:crypto';
import { blobsMigrations, createPostgresBlobs } from '@svc/blobs';
import type { SubjectKeys } from '@svc/sealing';
import {
  streamId,
  userSubject,
  type DomainEvent,
  type EventMetadata,
  type IdGenerator,
  type TenantId,
} from '@svc/kernel';
import { createTestDatabase, TestKeys, type TestDatabase } from '@svc/testing';
import {
  EventStore,
  eventStoreMigrations,
  type EventStoreOptions,
  type RecordedEvent,
  type Vault,
} from '../src/index.js';
import { logStart } from '../src/reading/read-log.js';
import { accountEventTypes, type AccountEvent } from './account.js';

export const schema = 'bank';
export const tenant: TenantId = 'org:demo';
/** Whose accounts they are. */
export const subject = userSubject(tenant, '65f0c0ffee65f0c0ffee65f0');
export const metadata: EventMetadata = {
  actor: 'user:1',
  correlationId: 'request-1',
  causationId: 'command-1',
};
/** 2026-11-21T00:00:00Z, in milliseconds. */
export const testTime = 1_795_219_200_000;
export const testClock = { now: () => testTime };

let lastId = 0;
/** Ids that tell the order in which they were made. */
export const countedIds: IdGenerator = {
  resourceId: () => (++lastId).toString(16).padStart(24, '0'),
  uuid: () => `00000000-0000-4000-8000-${(++lastId).toString(16).padStart(12, '0')}`,
  eventId: () => `00000000-0000-7000-8000-${(++lastId).toString(16).padStart(12, '0')}`,
};

/** A stream that no other test writes to. */
export const newAccountStream = (): string => streamId(tenant, 'account', countedIds.resourceId(tenant));

/** Keys of everybody; large parts stand in the schema of the log. */
export function testVault({ database }: TestDatabase, keys: SubjectKeys = new TestKeys()): Vault {
  return { keys, blobs: createPostgresBlobs({ database, schema }), random: randomBytes };
}

export function openStore(
  test: TestDatabase,
  options: Partial<EventStoreOptions<AccountEvent>> = {},
): EventStore<AccountEvent> {
  const { database } = test;
  return new EventStore({
    schema,
    database,
    types: accountEventTypes,
    clock: testClock,
    ids: countedIds,
    vault: testVault(test),
    ...options,
  });
}

/** A database of its own with an empty event log in the schema `bank`. */
export function createAccountDatabase(maxConnections = 10): Promise<TestDatabase> {
  return createTestDatabase({
    maxConnections,
    migrations: { schema, folders: [eventStoreMigrations, blobsMigrations] },
  });
}

/** The log once it has so many settled events: transactions of other tests on the server keep the latest back for a while. */
export async function settledLog(
  store: EventStore<AccountEvent>,
  { database }: TestDatabase,
  events: number,
): Promise<readonly RecordedEvent<AccountEvent>[]> {
  for (;;) {
    const log = await store.readLog(database, logStart, events);
    if (log.length === events) return log;
  }
}

export async function countRows(test: TestDatabase, table: string): Promise<number> {
  const { rows } = await test.database.pool.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`);
  return rows[0]?.count ?? 0;
}

export const typesOf = (recorded: readonly { event: DomainEvent }[]): string[] =>
  recorded.map(({ event }) => event.type);
