import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  createDatabase,
  DatabaseUnavailableError,
  runMigrations,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type PooledDatabase,
} from '@svc/postgres';
import { deposited, type AccountEvent } from '../../test/account.js';
import { metadata, newAccountStream, openStore, schema, subject, tenant } from '../../test/account-log.js';
import type { EventStore } from '../event-store.js';
import { eventStoreMigrations } from '../event-store-migrations.js';
import { LocalSignals } from '../signals/log-signals.js';
import { verifyStreams } from '../verification/verify-streams.js';

let folder: string;
let server: EmbeddedPostgres;
let database: PooledDatabase;
const exits: Promise<void>[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'svc-crash-'));
  server = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'pg'),
    log: () => undefined,
    onUnexpectedExit: () => exits.push(server.restart()),
  });
  const { connectionString } = server;
  database = createDatabase({ connectionString, maxConnections: 10, applicationName: 'crash' });
  await runMigrations(database, { schema, folders: [eventStoreMigrations] });
  await database.pool.query('CREATE TABLE bank.applied (event_id uuid)');
});
afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(server.dataDir, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

it('given a server that is killed and restarted, keeps what was acknowledged, and applies each event once', async () => {
  const { connectionString } = server;
  const signals = new LocalSignals();
  // Each with a connection of its own for its locks, as in two processes.
  const [store, other] = [1, 2].map(() =>
    openStore({ database, connectionString, drop: async () => undefined }, { signals, pollMs: 100 }),
  ) as [EventStore<AccountEvent>, EventStore<AccountEvent>];
  const subscriptions = [store, other].map((of) =>
    of.subscribe({
      name: 'list',
      startAt: 'start',
      batchSize: 5,
      apply: async (tx, events) => {
        const text = 'INSERT INTO bank.applied SELECT unnest($1::uuid[])';
        await tx.query({ name: 'record_applied', text, values: [events.map(({ eventId }) => eventId)] });
      },
      onError: (error) => expect(error).toBeInstanceOf(DatabaseUnavailableError),
    }),
  );

  const acknowledged: string[] = [];
  const killAt = [100, 300];
  const write = async (streamId: string) => {
    for (let written = 0; written < 150;) {
      try {
        const { head } = await store.loadStream(database, { tenantId: tenant, streamId });
        const request = {
          tenantId: tenant,
          subject,
          streamId,
          expected: head,
          events: [deposited(written)],
          metadata,
        };
        acknowledged.push(...(await store.append(database, request)).recorded.map(({ eventId }) => eventId));
        written++;
      } catch (error) {
        expect(error).toBeInstanceOf(DatabaseUnavailableError);
        await Promise.all(exits);
      }
      if (acknowledged.length >= (killAt[0] ?? Infinity)) {
        killAt.shift();
        process.kill(server.pid, 'SIGKILL');
      }
    }
  };
  await Promise.all(Array.from({ length: 4 }, () => write(newAccountStream())));
  expect(exits).toHaveLength(2);
  await Promise.all(subscriptions.map((subscription) => subscription.caughtUp()));
  await Promise.all(subscriptions.map((subscription) => subscription.stop()));

  const log = await database.pool.query<{ event_id: string }>('SELECT event_id FROM bank.event');
  const applied = await database.pool.query<{ event_id: string }>('SELECT event_id FROM bank.applied');
  const ids = (rows: readonly { event_id: string }[]) => rows.map((row) => row.event_id).sort();
  expect(ids(applied.rows)).toEqual(ids(log.rows));
  expect(ids(log.rows)).toEqual(expect.arrayContaining(acknowledged));
  expect((await verifyStreams(database, schema)).violations).toEqual([]);
});
