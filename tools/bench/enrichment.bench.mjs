// Values of entities: how fast they are written, how fast what counts and the history of a key are read, and how fast the read
// models are rebuilt from the log, each beside plain SQL that does the same. Through gRPC, as the gateway asks.
// Usage: npm run bench -- enrichment
// SVC_BENCH_VALUES (default 1,000,000): how many values. With the default it takes about half an hour on two cores.
import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import '../../test/support/source-loader.mjs';
import { loop, percentile } from './percentiles.mjs';

const { workspacePermissionNames } = await import('@svc/auth');
const { DataKeyServiceService } = await import('@svc/contracts/identity');
const { EntityServiceService, WorldServiceService } = await import('@svc/contracts/world');
const { assertSuitableServer, createDatabase, runMigrations, startEmbeddedPostgres } =
  await import('@svc/postgres');
const { createClient, createSocketFolder, service, startRpcServer } = await import('@svc/rpc');
const { systemClock, systemIds } = await import('@svc/runtime');
const { startContext } = await import('@svc/service-host');
const { noMetrics, silentLogger } = await import('@svc/telemetry');
const { worldContext, WorldModule } = await import('@svc/world');

const values = Number(process.env.SVC_BENCH_VALUES ?? 1_000_000);
const seconds = Number(process.env.SVC_BENCH_SECONDS ?? 15);
/** Each entity has ten keys, and each key ten values. One key of ten is sealed. */
const keysOfEntity = 10;
const valuesOfKey = 10;
const entities = Math.max(1, Math.round(values / keysOfEntity / valuesOfKey));
const atOnce = 32;
const readers = 8;

const caller = {
  tenantId: `ws:${randomUUID()}`,
  orgId: 'bench',
  credentialId: randomUUID(),
  userId: undefined,
  permissions: [...workspacePermissionNames],
  responsibleUserIds: [],
  platformAuthoring: undefined,
};
const keyOf = (index) => `key_${index}`;
const ms = (value) => Number(value.toFixed(2));

/** Keys of subjects, as identity gives them. */
function startKeys(address) {
  const made = ({ subjects }) => ({
    keys: subjects.map((subject) => {
      const secret = createHash('sha256').update(subject).digest();
      const id = secret.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
      return { subject, key: { id, secret }, erased: false };
    }),
  });
  const handlers = { getKeys: async (asked) => made(asked), ensureKeys: async (asked) => made(asked) };
  return startRpcServer({
    address,
    services: [service(DataKeyServiceService, handlers)],
    logger: silentLogger,
  });
}

/** `workers` take the numbers from 0 to `count` - 1. @returns how many per second */
async function each(count, workers, work) {
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (next < count) await work(next++);
    }),
  );
  return Math.round((count * 1_000) / (performance.now() - startedAt));
}

const plainTables = `
  CREATE SCHEMA plain;
  CREATE TABLE plain.entry (entity_id text, key text, event_id uuid, value json, confidence float8, source text,
    effective_at timestamptz, recorded_at timestamptz, PRIMARY KEY (entity_id, key, event_id));
  CREATE INDEX ON plain.entry (entity_id, key, recorded_at, event_id);
  CREATE TABLE plain.current (entity_id text, key text, event_id uuid, value json, confidence float8, source text,
    effective_at timestamptz, recorded_at timestamptz, PRIMARY KEY (entity_id, key));`;

/** One statement for each value: its row, and that of what counts. */
const plainWrite = `
  WITH entry AS (
    INSERT INTO plain.entry VALUES ($1, $2, $3, $4, 0.9, 'bench', now(), now()) RETURNING *)
  INSERT INTO plain.current SELECT * FROM entry
  ON CONFLICT (entity_id, key) DO UPDATE SET event_id = excluded.event_id, value = excluded.value,
    confidence = excluded.confidence, effective_at = excluded.effective_at, recorded_at = excluded.recorded_at`;

async function ingest({ world, database, entityIds }, report) {
  const target = (index) => ({
    entityId: entityIds[index % entities],
    key: keyOf(Math.floor(index / entities) % keysOfEntity),
  });
  const rate = await each(values, atOnce, (index) =>
    world.putEnrichment({
      ...{ caller, ...target(index), valueJson: JSON.stringify(`value ${index}`) },
      ...{ valueType: undefined, source: 'bench', sourceSystem: undefined, confidence: 0.9 },
      effectiveAtMs: undefined,
    }),
  );
  await database.pool.query(plainTables);
  const plain = await each(values, atOnce, (index) => {
    const { entityId, key } = target(index);
    const parameters = [entityId, key, randomUUID(), JSON.stringify(`value ${index}`)];
    return database.query({ name: 'plain.write', text: plainWrite, values: parameters });
  });
  report({
    ...{ name: `values written, ${values} of ${entities} entities, ${atOnce} at once` },
    ...{ value: rate, unit: '/s', reference: plain, ratio: (rate / plain).toFixed(3) },
  });
}

async function compareReads(name, ours, plain, report) {
  for (const [side, ask] of [
    ['ours', ours],
    ['plain SQL', plain],
  ]) {
    // The first seconds warm up and are not counted.
    await loop(readers, 2_000, () => ask);
    const { perSecond, durations } = await loop(readers, seconds * 1_000, () => ask);
    const [p50, p99] = [percentile(durations, 0.5), percentile(durations, 0.99)];
    const prefix = `${name}, ${side}, ${readers} at once`;
    report({ name: `${prefix}: rate`, value: Math.round(perSecond), unit: '/s' });
    report({ name: `${prefix}: p50`, value: ms(p50), unit: 'ms' });
    report({ name: `${prefix}: p99`, value: ms(p99), unit: 'ms' });
  }
}

async function reads({ world, database, entityIds }, report) {
  const any = () => entityIds[Math.floor(Math.random() * entities)];
  await compareReads(
    'what counts of an entity',
    () =>
      world.listEnrichment({
        ...{ caller, entityId: any(), page: { limit: 200, offset: 0 }, asOfMs: undefined },
      }),
    () =>
      database.query({
        name: 'plain.current',
        text: 'SELECT * FROM plain.current WHERE entity_id = $1 ORDER BY key LIMIT 200',
        values: [any()],
      }),
    report,
  );
  await compareReads(
    'the history of a key',
    () =>
      world.listEnrichmentHistory({ caller, entityId: any(), key: keyOf(1), limit: 200, asOfMs: undefined }),
    () =>
      database.query({
        name: 'plain.history',
        text: `SELECT *, count(*) OVER () AS total FROM plain.entry WHERE entity_id = $1 AND key = $2
                ORDER BY recorded_at DESC, event_id DESC LIMIT 200`,
        values: [any(), keyOf(1)],
      }),
    report,
  );
}

async function rebuild({ context, database }, report) {
  const startedAt = performance.now();
  const { events } = await context.get(worldContext.readModels).rebuild();
  const rate = Math.round((events * 1_000) / (performance.now() - startedAt));
  const client = await database.pool.connect();
  await client.query('SET statement_timeout = 0; SET transaction_timeout = 0');
  const plainAt = performance.now();
  // Nothing is verified, opened or compared; of each value its row, and of each key the newest.
  await client.query(`
    TRUNCATE plain.entry, plain.current;
    INSERT INTO plain.entry
    SELECT payload::json ->> 'entityId', payload::json ->> 'key', event_id, payload::json -> 'plainValue',
           (payload::json ->> 'confidence')::float8, payload::json ->> 'source', created_at, created_at
      FROM world.event WHERE event_type = 'EntityEnriched';
    INSERT INTO plain.current
    SELECT DISTINCT ON (entity_id, key) * FROM plain.entry ORDER BY entity_id, key, recorded_at DESC, event_id DESC`);
  const plain = Math.round((values * 1_000) / (performance.now() - plainAt));
  client.release(true);
  report({
    ...{ name: `read models rebuilt, ${events} events`, value: rate, unit: 'events/s' },
    ...{ reference: plain, ratio: (rate / plain).toFixed(3) },
  });
}

async function prepare({ world, entityService }) {
  for (let index = 0; index < keysOfEntity; index++)
    await world.createEnrichmentKey({
      ...{ caller, entityType: 'person', key: keyOf(index), valueType: 'string', minConfidence: 0 },
      ...{ allowedValuesJson: undefined, sourceHint: undefined, description: undefined, tags: [] },
      isPii: index === 0,
    });
  const entityIds = [];
  const profile = { externalIds: {}, tags: [] };
  await each(entities, atOnce, async (index) => {
    const request = { caller, entityType: 'person', source: 'bench', sourceSystem: undefined, profile };
    const { entity } = await entityService.createEntity(request);
    entityIds[index] = entity.entityId;
  });
  return entityIds;
}

/** For the main harness: on a server of its own. */
export async function run(report) {
  const dataDir = path.join(os.tmpdir(), `svc-bench-${process.pid}`);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const database = createDatabase({
    ...{ connectionString: server.connectionString, maxConnections: 16, applicationName: 'enrichment.bench' },
  });
  const sockets = createSocketFolder(randomUUID());
  const closing = [];
  const removeServer = async () => {
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  };
  // Interrupted, it leaves no server behind.
  const leave = () => void removeServer().finally(() => process.exit(130));
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    await assertSuitableServer(database);
    await runMigrations(database, worldContext.migrations);
    const keys = await startKeys(sockets.address('identity'));
    closing.push(() => keys.stop(0));
    const context = await startContext({
      context: worldContext,
      module: WorldModule.register({ identityAddress: keys.address }),
      platform: {
        ...{ database, clock: systemClock, ids: systemIds, logger: silentLogger, metrics: noMetrics },
      },
      address: sockets.address('world'),
      bus: 'idle',
    });
    closing.push(() => context.stop(1_000));
    const world = createClient(WorldServiceService, context.address);
    const entityService = createClient(EntityServiceService, context.address);
    closing.push(async () => [world, entityService].forEach((client) => client.close()));
    const entityIds = await prepare({ world, entityService });
    const parts = { world, database, context, entityIds };
    await ingest(parts, report);
    await database.pool.query('VACUUM ANALYZE');
    await reads(parts, report);
    await rebuild(parts, report);
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    for (const close of closing.reverse()) await close();
    await database.close();
    await removeServer();
    sockets.remove();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await run(({ name, value, unit, reference, ratio }) =>
    console.log(
      `${name}: ${value} ${unit}${reference === undefined ? '' : `, reference ${reference}, ratio ${ratio}`}`,
    ),
  );
}
