// From the log over the bus: how fast a backlog is published and has its effect, and how long one event takes, on topics
// of 6, 12 and 48 partitions beside Kafka's own ProducerPerformance in the same run, and over the Postgres adapter.
// Usage: node tools/bench/bus.bench.mjs
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import '../../test/support/source-loader.mjs';
import { dataFolderOf, kafkaCache } from '../../test/support/kafka-cache.mjs';
import { root } from '../workspace/packages.mjs';
import { BusLog } from './bus-log.mjs';
import { percentile } from './percentiles.mjs';
import { producerPerformance } from './producer-performance.mjs';

const { startEmbeddedPostgres } = await import('@svc/postgres');
const { fetchKafkaJars, freeBrokerPorts, KafkaCluster } = await import('@svc/testing/kafka-cluster');
const { createKafkaClient } = await import('@svc/kafka-client');
const { createTopics, KafkaEventBus, startKafkaRelay, TopicNames } = await import('@svc/event-bus-kafka');
const { PostgresEventBus } = await import('@svc/event-bus');

const partitionCounts = [6, 12, 48];
const backlog = Number(process.env.SVC_BENCH_EVENTS ?? 20_000);
const singles = 300;
const singleEveryMs = 20;
const onFailure = (failure) => console.error(failure);

/** Resolves when a count that grows has come to `target`. */
async function until(count, target) {
  while (count() < target) await pause(5);
}

/** @returns events per second, and processor time of this process for each in microseconds */
async function rate(events, work) {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: Math.round((events * 1_000) / (performance.now() - startedAt)),
    microseconds: Math.round((user + system) / events),
  };
}

function relayOf(log, { kafka, names }, onAcknowledged) {
  const metrics = {
    counter: ({ name }) => ({
      add: (value) => name === 'event_bus_published_total' && onAcknowledged(value),
    }),
    histogram: () => ({ record: () => undefined }),
    gauge: () => undefined,
  };
  const told = { onFailure, onParked: onFailure, onRisk: () => undefined };
  return startKafkaRelay({
    kafka,
    names,
    source: log.source,
    log: log.stored,
    metrics,
    now: () => performance.now(),
    ...told,
  });
}

/** Appends one event after the other. @returns from each commit to `count` including it, in ms */
async function delays(log, counted) {
  const reachedAt = [];
  counted((events) => {
    for (let event = 0; event < events; event++) reachedAt.push(performance.now());
  });
  const committedAt = [];
  for (let event = 0; event < singles; event++) {
    await log.appendOne();
    committedAt.push(performance.now());
    await pause(singleEveryMs);
  }
  await until(() => reachedAt.length, singles);
  return committedAt.map((atMs, event) => Math.max(0, reachedAt[event] - atMs));
}

function tell(onProgress, what, { perSecond, microseconds }, reference) {
  const ratio = reference === undefined ? undefined : Number((perSecond / reference).toFixed(3));
  onProgress({ name: what, value: perSecond, unit: 'events/s', reference, ratio });
  onProgress({ name: `${what}, processor time of an event`, value: microseconds, unit: 'us' });
}

function tellDelays(onProgress, what, values) {
  for (const [name, part] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ])
    onProgress({ name: `${what}, ${name}`, value: Number(percentile(values, part).toFixed(1)), unit: 'ms' });
}

async function overKafka(onProgress, connectionString, cluster, partitions, reference) {
  const log = await BusLog.open(connectionString, `kafka${partitions}`);
  const kafka = createKafkaClient({ clientId: 'bench', brokers: cluster.endpoints.split(',') });
  const names = new TopicNames(`bench-${randomBytes(4).toString('hex')}`);
  await createTopics(kafka, { names, sources: [log.source], partitions });
  await log.fill(backlog);
  let [published, listen] = [0, () => undefined];
  let relay;
  const name = `${partitions} partitions`;
  const publishing = await rate(backlog, async () => {
    relay = relayOf(log, { kafka, names }, (events) => {
      published += events;
      listen(events);
    });
    await until(() => published, backlog);
  });
  tell(onProgress, `${name}: log to acknowledgement`, publishing, reference);
  const bus = new KafkaEventBus({ kafka, names, onForeign: onFailure, readStream: async () => [] });
  const consumer = await effects(onProgress, `${name}: Kafka to committed effect`, bus, log);
  tellDelays(onProgress, `${name}: commit to acknowledgement`, await delays(log, (to) => (listen = to)));
  await until(() => consumer.handled, backlog + singles);
  tellDelays(onProgress, `${name}: commit to committed effect`, await delays(log, consumer.listen));
  await consumer.stop();
  await relay.stop();
  await log.close();
}

/** The backlog, and then what comes. */
async function effects(onProgress, what, bus, log) {
  let consumer;
  tell(
    onProgress,
    what,
    await rate(backlog, async () => {
      consumer = await log.consume(bus);
      await until(() => consumer.handled, backlog);
    }),
  );
  return consumer;
}

async function overPostgres(onProgress, connectionString) {
  const log = await BusLog.open(connectionString, 'alone');
  await log.fill(backlog);
  const bus = new PostgresEventBus({ [log.source]: log.stored });
  const consumer = await effects(onProgress, 'Postgres: log to committed effect', bus, log);
  tellDelays(onProgress, 'Postgres: commit to committed effect', await delays(log, consumer.listen));
  await consumer.stop();
  await log.close();
}

/** On a server and a broker of its own. */
export async function run(onProgress) {
  const folder = path.join(os.tmpdir(), `svc-bus-bench-${process.pid}`);
  const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: () => {} });
  const jars = fetchKafkaJars(kafkaCache(dataFolderOf(root)), console.error);
  const ports = await freeBrokerPorts(1);
  const cluster = KafkaCluster.create({ folder: path.join(folder, 'kafka'), jars, ports });
  const removeServers = async () => {
    await cluster.wipe();
    await server.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  };
  // Interrupted, it leaves no server behind.
  const leave = () => void removeServers().finally(() => process.exit(130));
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    await cluster.start();
    for (const partitions of partitionCounts) {
      const reference = await producerPerformance({ jars, cluster, partitions });
      onProgress({
        name: `${partitions} partitions: ProducerPerformance`,
        value: reference,
        unit: 'events/s',
      });
      await overKafka(onProgress, server.connectionString, cluster, partitions, reference);
    }
    await overPostgres(onProgress, server.connectionString);
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    await removeServers();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await run(({ name, value, unit, ratio }) =>
    console.log(`${name}: ${value} ${unit}${ratio === undefined ? '' : `, ratio ${ratio}`}`),
  );
