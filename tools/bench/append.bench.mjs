// How fast an append is compared with a plain INSERT of the same columns into a table with the same keys and indexes, over
// the same pool, in short turns; and whether the length of the log matters.
// Usage: node tools/bench/append.bench.mjs   (DATABASE_URL: another server than an embedded one of its own)
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import '../../test/support/source-loader.mjs';

const { createDatabase, runMigrations, startEmbeddedPostgres } = await import('@svc/postgres');
const { defineEventTypes, emptyStreamHead, EventStore, eventStoreMigrations } =
  await import('@svc/event-store');
const { systemClock, systemIds } = await import('@svc/runtime');
const { DataKey, pooledRandomBytes } = await import('@svc/sealing');

const tenantId = 'org:bench';
const subject = `${tenantId}/user/65f0c0ffee65f0c0ffee65f0`;
const eventsPerStream = 20;
const rounds = Number(process.env.SVC_BENCH_ROUNDS ?? 24);
const turnMs = Number(process.env.SVC_BENCH_TURN_MS ?? 250);

const typesWith = (personalFields) =>
  defineEventTypes({
    MessageAdded: {
      message: { toJSON: (data) => data, fromJSON: (json) => json },
      schemaVersion: 1,
      visibility: 'public',
      personalFields,
    },
  });
const key = new DataKey('0190f3a0-1111-7222-8333-444455556666', randomBytes(32));
const vault = {
  keys: {
    get: () => Promise.resolve(key),
    getAll: (subjects) => Promise.resolve(new Map(subjects.map((subject) => [subject, key]))),
  },
  blobs: undefined,
  random: pooledRandomBytes(),
};
const event = { type: 'MessageAdded', data: { text: 'x'.repeat(300), ordinal: 1 } };
const metadata = {
  actor: 'user:65f0c0ffee65f0c0ffee65f0',
  correlationId: 'req_5f2b6c8a9d3e4f10',
  causationId: 'cmd_5f2b6c8a9d3e4f10',
  traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
};
const payloadText = JSON.stringify(event.data);
const metadataText = JSON.stringify({ ...metadata, subject });

/**
 * Appends `size` events at a time to streams of 20.
 * @param personalFields what of each event is sealed
 * @returns one worker's step
 */
function appender(database, schema, size, personalFields = []) {
  const types = typesWith(personalFields);
  const store = new EventStore({ schema, database, types, vault, clock: systemClock, ids: systemIds });
  const events = Array.from({ length: size }, () => event);
  return () => {
    let streamId = '';
    let expected = emptyStreamHead;
    return async () => {
      if (expected.version % eventsPerStream === 0) {
        streamId = `${tenantId}/conversation/${systemIds.resourceId(tenantId)}`;
        expected = emptyStreamHead;
      }
      const { head } = await store.append(database, {
        tenantId,
        subject,
        streamId,
        expected,
        events,
        metadata,
      });
      expected = head;
    };
  };
}

const columns =
  'tenant_id, stream_id, subject, stream_version, event_type, event_id, schema_version, is_public, ' +
  'previous_public_version, previous_public_hash, payload, metadata, created_at, hash';

/** The reference: the same values by an INSERT that checks nothing and hashes nothing. */
function inserter(database, schema, size) {
  const row = (index) =>
    `(${Array.from({ length: 14 }, (_, column) => `$${index * 14 + column + 1}`).join(', ')})`;
  const rows = Array.from({ length: size }, (_, index) => row(index)).join(', ');
  const text = `INSERT INTO ${schema}.plain (${columns}) VALUES ${rows} RETURNING position`;
  const hash = Buffer.alloc(32, 1);
  return () => {
    let streamId = '';
    let version = 0;
    return async () => {
      if (version % eventsPerStream === 0) {
        streamId = `${tenantId}/conversation/${systemIds.resourceId(tenantId)}`;
        version = 0;
      }
      const values = [];
      const createdAt = new Date(systemClock.now()).toISOString();
      for (let index = 0; index < size; index++) {
        const id = systemIds.eventId();
        const { type } = event;
        values.push(tenantId, streamId, subject, ++version, type, id, 1, true, version - 1, hash);
        values.push(payloadText, metadataText, createdAt, hash);
      }
      await database.query({ name: `${schema}.plain_${size}`, text, values });
    };
  };
}

/** @returns events per second of `workers` that do one step after the other for a turn. */
async function rate(makeWorker, workers, size) {
  const start = performance.now();
  let steps = 0;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      const step = makeWorker();
      while (performance.now() - start < turnMs) {
        await step();
        steps++;
      }
    }),
  );
  return (steps * size * 1_000) / (performance.now() - start);
}

const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1];

/** Takes turns, so that a noisy neighbour hits both; the ratio is the median of the ratios of each round. */
async function compare(name, { measured, reference, workers, size = 1 }) {
  const rates = { measured: [], reference: [], ratios: [] };
  await rate(reference, workers, size);
  await rate(measured, workers, size);
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? ['reference', 'measured'] : ['measured', 'reference'];
    for (const which of order) {
      rates[which].push(await rate(which === 'measured' ? measured : reference, workers, size));
    }
    rates.ratios.push(rates.measured[round] / rates.reference[round]);
  }
  return {
    name,
    value: Math.round(median(rates.measured)),
    unit: 'events/s',
    reference: Math.round(median(rates.reference)),
    ratio: Number(median(rates.ratios).toFixed(2)),
  };
}

async function prepare(database, schema, events) {
  await runMigrations(database, { schema, folders: [eventStoreMigrations] });
  await database.pool.query(`CREATE TABLE ${schema}.plain (LIKE ${schema}.event INCLUDING ALL)`);
  if (events === 0) return;
  const client = await database.pool.connect();
  await client.query('SET statement_timeout = 0; SET transaction_timeout = 0');
  await client.query(
    `INSERT INTO ${schema}.event (${columns})
     SELECT $1::text, $1 || '/conversation/' || lpad(to_hex(n / ${eventsPerStream}), 24, '0'), $5::text,
            n % ${eventsPerStream} + 1, 'MessageAdded', gen_random_uuid(), 1, true, n % ${eventsPerStream},
            sha256(n::text::bytea), $2, $3, now(), sha256(n::text::bytea)
       FROM generate_series(0, $4::int - 1) AS n`,
    [tenantId, payloadText, metadataText, events, subject],
  );
  await client.query(`VACUUM ANALYZE ${schema}.event`);
  client.release(true);
}

/** @returns {Promise<{ name: string; value: number; unit: string; reference: number; ratio: number }[]>} */
export async function measure(database, onProgress = () => {}) {
  const rows = [];
  const add = async (name, options) => {
    const row = await compare(name, options);
    rows.push(row);
    onProgress(row);
  };
  await prepare(database, 'bench', 0);
  const kinds = [
    { name: 'append', personalFields: [] },
    { name: 'append of sealed events', personalFields: ['text'] },
  ];
  const sizes = [1, 5].flatMap((size) => [1, 8].map((workers) => ({ size, workers })));
  for (const { name, personalFields } of kinds) {
    for (const { size, workers } of sizes) {
      const connections = workers === 1 ? '1 connection' : `${workers} connections`;
      await add(`${name}, ${size === 1 ? 'single events' : `batches of ${size}`}, ${connections}`, {
        measured: appender(database, 'bench', size, personalFields),
        reference: inserter(database, 'bench', size),
        workers,
        size,
      });
    }
  }
  await prepare(database, 'bench_10k', 10_000);
  await prepare(database, 'bench_1m', 1_000_000);
  for (const workers of [1, 8]) {
    await add(`append with 1,000,000 events in the log, beside 10,000, ${workers} connections`, {
      measured: appender(database, 'bench_1m', 1),
      reference: appender(database, 'bench_10k', 1),
      workers,
    });
  }
  return rows;
}

/** For the main harness: on a server of its own, with the settings that every default has. */
export async function run(onProgress) {
  const dataDir = path.join(os.tmpdir(), `svc-bench-${process.pid}`);
  const external = process.env.DATABASE_URL;
  const server = external ? undefined : await startEmbeddedPostgres({ dataDir, log: () => {} });
  const database = createDatabase({
    connectionString: external ?? server.connectionString,
    maxConnections: 8,
    applicationName: 'append.bench',
  });
  const removeServer = async () => {
    await server?.stop();
    if (server) rmSync(server.dataDir, { recursive: true, force: true });
  };
  const cleanUp = async () => {
    for (const schema of external ? ['bench', 'bench_10k', 'bench_1m'] : []) {
      await database.pool.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    }
    await database.close();
    await removeServer();
  };
  // Interrupted, it leaves no server behind.
  const leave = () => void removeServer().finally(() => process.exit(130));
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    const { rows } = await database.pool.query(
      `SELECT name || ' = ' || setting AS line FROM pg_settings
        WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'server_version') ORDER BY name`,
    );
    for (const { line } of rows) console.log(line);
    return await measure(database, onProgress);
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    await cleanUp();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await run(({ name, value, unit, reference, ratio }) =>
    console.log(`${name}: ${value} ${unit}, reference ${reference}, ratio ${ratio}`),
  );
}
