// How a log of many events behaves beside one of 100,000: what it does in a second, its sizes, its plans.
// `npm run bench -- scale [--events=10000000] [--folder=<where there is space>] [--seconds=20]`
// Ten million events take about 12 GB of disk, and as long as it takes to write them. Give it a quiet machine.
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loop, percentile } from './percentiles.mjs';
import { generateLog, withSession } from './scale/generated-log.mjs';
import { plansOf } from './scale/log-plans.mjs';
import { appender, catchUpRate, loader, loadRates, rebuildRate, verification } from './scale/rates.mjs';
import { sizesOf } from './scale/sizes.mjs';
import { createThingTable, openStore, ordinaryLength } from './scale/thing-log.mjs';

const { createDatabase, runMigrations, startEmbeddedPostgres } = await import('@svc/postgres');
const { eventStoreMigrations } = await import('@svc/event-store');

const options = {
  events: { type: 'string', default: '10000000' },
  folder: { type: 'string', default: os.tmpdir() },
  seconds: { type: 'string', default: '20' },
};
const smallEvents = 100_000;
const rounds = 30;
const turnMs = 200;

const whole = (number) => Math.round(number).toLocaleString('en');
const rounded = (number) => Number(number.toPrecision(3));
const inMegabytes = (bytes) => `${whole(bytes / 2 ** 20)} MB`;

async function makeLog(database, schema, events) {
  await runMigrations(database, { schema, folders: [eventStoreMigrations] });
  await database.pool.query(createThingTable(schema));
  const startedAt = performance.now();
  const ordinary = await generateLog(database, schema, events);
  return { schema, ordinary, seconds: (performance.now() - startedAt) / 1_000 };
}

/** The same events in one table, with the same keys. */
async function copyInOneTable(database, { schema, ordinary }) {
  await runMigrations(database, { schema: 'one', folders: [eventStoreMigrations] });
  await database.pool.query(`
    CREATE TABLE one.whole (LIKE one.event INCLUDING ALL);
    DROP TABLE one.event;
    ALTER TABLE one.whole RENAME TO event;
    ALTER TABLE one.event ALTER stream_id SET STATISTICS 1, ALTER stream_id SET (n_distinct = -0.1)`);
  await withSession(database, async (client) => {
    await client.query(`INSERT INTO one.event OVERRIDING SYSTEM VALUE SELECT * FROM ${schema}.event`);
    await client.query(
      `SELECT setval(pg_get_serial_sequence('one.event', 'position'), max(position)) FROM one.event`,
    );
    await client.query('VACUUM (ANALYZE) one.event');
  });
  return { schema: 'one', ordinary };
}

/** In short turns, so that a neighbour hits both. @returns medians, and that of the ratios of each round */
async function inTurns(one, other, workers) {
  const rates = { one: [], other: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const which of round % 2 === 0 ? ['one', 'other'] : ['other', 'one']) {
      const { perSecond } = await loop(workers, turnMs, which === 'one' ? one : other);
      if (round > 0) rates[which].push(perSecond); // the first one opens connections and chooses plans
    }
  }
  const ratios = rates.one.map((rate, round) => rate / rates.other[round]);
  return [rates.one, rates.other, ratios].map((values) => percentile(values, 0.5));
}

async function measure(database, single, { events, seconds, report, say }) {
  const ms = seconds * 1_000;
  const small = await makeLog(database, 'small', smallEvents);
  const large = await makeLog(database, 'large', events);
  report('events generated', events / large.seconds, 'events/s');
  const one = await copyInOneTable(database, small);
  const store = Object.fromEntries(
    [small, large, one].map(({ schema }) => [schema, openStore(database, schema)]),
  );

  const beside = async (name, [measured, reference, ratio], unit) =>
    report(name, measured, unit, { reference: rounded(reference), ratio: Number(ratio.toFixed(2)) });
  for (const workers of [1, 8]) {
    const append =
      ({ schema }) =>
      () =>
        appender(store[schema], database);
    const load = (log) => () => loader(store[log.schema], database, 'thing', log.ordinary);
    const of = workers === 1 ? '1 connection' : `${workers} connections`;
    await beside(
      `100,000 events in partitions beside one table: append, ${of}`,
      await inTurns(append(small), append(one), workers),
      'events/s',
    );
    await beside(
      `100,000 events in partitions beside one table: load, ${of}`,
      await inTurns(load(small), load(one), workers),
      'streams/s',
    );
    await beside(
      `${whole(events)} events beside 100,000: append, ${of}`,
      await inTurns(append(large), append(small), workers),
      'events/s',
    );
    await beside(
      `${whole(events)} events beside 100,000: load, ${of}`,
      await inTurns(load(large), load(small), workers),
      'streams/s',
    );
  }

  for (const log of [small, large]) {
    const size = log === small ? '100,000' : whole(events);
    const { schema } = log;
    for (const { length, perSecond, p50, p99 } of await loadRates(
      store[schema],
      database,
      log.ordinary,
      ms / 4,
    )) {
      report(`${size}: load of ${whole(length)} events`, perSecond, 'streams/s');
      say(`  p50 ${rounded(p50)} ms, p99 ${rounded(p99)} ms, ${whole(perSecond * length)} events/s`);
    }
    for (const how of ['forward', 'handle', 'apply'])
      report(`${size}: catching up, ${how}`, await catchUpRate(store[schema], how, how, ms), 'events/s');
    const streams = await rebuildRate(store[schema], database, ms);
    report(`${size}: rebuild`, streams, 'streams/s');
    say(`  of ${ordinaryLength} events each, ${whole(streams * ordinaryLength)} events/s`);
    const verified = await verification(database, schema);
    report(`${size}: verify`, verified.perSecond, 'events/s');
    say(
      `  ${whole(verified.streams)} streams, ${whole(verified.events)} events in ${whole(verified.seconds)} s, no fault`,
    );
  }

  for (const { name, events: count, ...bytes } of await sizesOf(database, 'large')) {
    const parts = Object.entries(bytes).map(([part, size]) => `${part} ${inMegabytes(size)}`);
    say(`${name}: ${whole(count)} events, ${parts.join(', ')}, ${whole(bytes.all / count)} bytes an event`);
  }
  await reportPlans(single, [small, large], say);
}

async function reportPlans(single, [small, large], say) {
  const [before, after] = [
    await plansOf(single, small.schema, small.ordinary),
    await plansOf(single, large.schema, large.ordinary),
  ];
  for (const [what, plan] of Object.entries(after)) {
    const isSame = plan.shape === before[what].shape;
    say(`plan to ${what}: ${isSame ? 'the same' : 'ANOTHER ONE'}`);
    say(
      `  pages touched: ${before[what].pages} of 100,000 events, ${plan.pages}; ${before[what].ms} and ${plan.ms} ms`,
    );
    if (!isSame) say(`  before: ${before[what].shape}`);
    say(`  ${plan.shape}`);
  }
}

/** On a server of its own, with the settings that every default has. */
export async function run(onProgress, parameters) {
  const { values } = parseArgs({ args: [...parameters], options });
  const dataDir = path.join(values.folder, `svc-scale-${process.pid}`);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const open = (maxConnections) =>
    createDatabase({
      connectionString: server.connectionString,
      maxConnections,
      applicationName: 'scale.bench',
      limits: { statementMs: 300_000, transactionMs: 300_000 },
    });
  const [database, single] = [open(12), open(1)];
  const removeServer = async () => {
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
  };
  // Interrupted, it leaves no server behind.
  const leave = () => void removeServer().finally(() => process.exit(130));
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    await measure(database, single, {
      events: Number(values.events),
      seconds: Number(values.seconds),
      report: (name, value, unit, compared = {}) =>
        onProgress({ name, value: rounded(value), unit, ...compared }),
      say: (line) => console.log(line),
    });
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    await Promise.all([database.close(), single.close()]);
    await removeServer();
  }
}
