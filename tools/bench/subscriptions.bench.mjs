// How soon a subscription handles an event after its commit, in the process and across processes, also beside a slow
// one; and what idle subscriptions cost the database.
// Usage: node tools/bench/subscriptions.bench.mjs
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import '../../test/support/source-loader.mjs';

const { createDatabase, runMigrations, startEmbeddedPostgres } = await import('@svc/postgres');
const { defineEventTypes, emptyStreamHead, EventStore, eventStoreMigrations, PostgresSignals } =
  await import('@svc/event-store');
const { systemClock, systemIds } = await import('@svc/runtime');

const self = fileURLToPath(import.meta.url);
const schema = 'bench';
const tenantId = 'org:bench';
const appends = Number(process.env.SVC_BENCH_APPENDS ?? 300);
const appendEveryMs = 20;
const idleMs = 10_000;
const metadata = { actor: 'bench', correlationId: 'bench', causationId: 'bench' };
const types = defineEventTypes({
  Happened: {
    message: { toJSON: (data) => data, fromJSON: (json) => json },
    schemaVersion: 1,
    visibility: 'public',
  },
});

/** Milliseconds since the Unix epoch, in fractions, comparable between processes of one machine. */
const now = () => performance.timeOrigin + performance.now();

async function openProcess(connectionString) {
  const database = createDatabase({
    connectionString,
    maxConnections: 20,
    applicationName: 'subscriptions.bench',
  });
  const signals = new PostgresSignals({ connectionString, applicationName: 'subscriptions.bench signals' });
  await signals.start();
  const store = new EventStore({ schema, database, types, clock: systemClock, ids: systemIds, signals });
  const close = async () => {
    await signals.stop();
    await database.close();
  };
  return { database, store, close };
}

/** Appends one after the other; tells of each when its commit was answered. */
async function write({ database, store }, times, told) {
  for (let count = 0; count < times; count++) {
    const streamId = `${tenantId}/thing/${systemIds.resourceId(tenantId)}`;
    const events = [{ type: 'Happened', data: { count } }];
    const request = { tenantId, subject: null, streamId, expected: emptyStreamHead, events, metadata };
    await store.append(database, request);
    told(streamId, now());
    await pause(appendEveryMs);
  }
}

/** @returns from the answered commits of `writing` to their events in a subscription, in milliseconds, in rising order. */
async function delays({ store }, name, writing) {
  const handled = new Map();
  const committed = new Map();
  const subscription = store.subscribe({
    name,
    startAt: 'end',
    handle: async (events) => {
      for (const { streamId } of events) handled.set(streamId, now());
    },
    onFailure: (failure) => console.error(failure),
  });
  await subscription.caughtUp();
  await writing((streamId, atMs) => committed.set(streamId, atMs));
  await subscription.caughtUp();
  await subscription.stop();
  return [...committed]
    .map(([streamId, atMs]) => Math.max(0, handled.get(streamId) - atMs))
    .toSorted((one, other) => one - other);
}

const at = (sorted, share) =>
  Number(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1));

function report(onProgress, name, sorted) {
  onProgress({ name: `${name}, p50`, value: at(sorted, 0.5), unit: 'ms' });
  onProgress({ name: `${name}, p99`, value: at(sorted, 0.99), unit: 'ms' });
}

async function writeElsewhere(connectionString, told) {
  const child = fork(self, ['write', connectionString]);
  child.on('message', ({ streamId, atMs }) => told(streamId, atMs));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The writing process ended with ${code}.`);
}

async function commits(database) {
  const { rows } = await database.pool.query(
    'SELECT xact_commit::int AS commits FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0].commits;
}

/** @returns transactions per second that the database counts while nothing happens. */
async function idleRate({ database, store }, subscriptions) {
  const running = Array.from({ length: subscriptions }, (_, index) =>
    store.subscribe({
      name: `idle_${index}`,
      startAt: 'end',
      handle: async () => undefined,
      onFailure: (failure) => console.error(failure),
    }),
  );
  await Promise.all(running.map((subscription) => subscription.caughtUp()));
  await write({ database, store }, 1, () => undefined); // from its first event on they stand at one place
  await pause(12_000); // pauses grow to the poll, and idle server processes report what they have counted, after 10 s
  const before = await commits(database);
  await pause(idleMs);
  const after = await commits(database);
  await Promise.all(running.map((subscription) => subscription.stop()));
  return Number((((after - before) * 1_000) / idleMs).toFixed(1));
}

/** On a server of its own, with the settings that every default has. */
export async function run(onProgress) {
  const dataDir = path.join(os.tmpdir(), `svc-subscriptions-${process.pid}`);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const removeServer = async () => {
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  };
  // Interrupted, it leaves no server behind.
  const leave = () => void removeServer().finally(() => process.exit(130));
  process.once('SIGINT', leave).once('SIGTERM', leave);
  const { connectionString } = server;
  const here = await openProcess(connectionString);
  try {
    await runMigrations(here.database, { schema, folders: [eventStoreMigrations] });
    const alone = await delays(here, 'alone', (told) => write(here, appends, told));
    report(onProgress, 'from commit to handler, in the process', alone);
    const slow = here.store.subscribe({
      name: 'slow',
      startAt: 'end',
      apply: () => pause(1_500),
      onFailure: (failure) => console.error(failure),
    });
    const beside = await delays(here, 'beside', (told) => write(here, appends, told));
    report(onProgress, 'the same beside a subscription that takes 1.5 s for each batch', beside);
    await slow.stop();
    const across = await delays(here, 'across', (told) => writeElsewhere(connectionString, told));
    report(onProgress, 'from commit to handler, across processes', across);
    for (const subscriptions of [1, 10]) {
      const name = `idle, ${subscriptions} subscription${subscriptions === 1 ? '' : 's'} in a process`;
      onProgress({ name, value: await idleRate(here, subscriptions), unit: 'transactions/s' });
    }
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    await here.close();
    await removeServer();
  }
}

if (process.argv[2] === 'write') {
  const elsewhere = await openProcess(process.argv[3]);
  await write(elsewhere, appends, (streamId, atMs) => process.send({ streamId, atMs }));
  await elsewhere.close();
  process.disconnect();
} else if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await run(({ name, value, unit }) => console.log(`${name}: ${value} ${unit}`));
}
