// Events over the bus, on a server and brokers of their own. Usage: npm run bench -- bus [--part=…] [--platformatic=<folder>]
// rates    how fast a backlog is published and has its effect, and how long one event takes at half of that rate: on topics
//          of 6, 12 and 48 partitions beside Kafka's own ProducerPerformance in the same run, and over the Postgres adapter
// clients  kafkajs beside @platformatic/kafka, where a folder is named in which that is installed
// idle     what a consumer costs to which nothing comes
// pauses   how long events wait while members of a group come and go, and while one of three brokers leaves
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import '../../test/support/source-loader.mjs';
import { dataFolderOf, downloadsOf } from '../../test/support/downloads.mjs';
import { root } from '../workspace/packages.mjs';
import { compareClients } from './bus/clients.mjs';
import { idleConsumers } from './bus/idle.mjs';
import { pausesOfDelivery } from './bus/pauses.mjs';
import { producerPerformance } from './bus/producer-performance.mjs';
import { ratesOverKafka, ratesOverPostgres } from './bus/rates.mjs';

const { startEmbeddedPostgres } = await import('@svc/postgres');
const { fetchKafkaJars, freeBrokerPorts, KafkaCluster } = await import('@svc/testing/kafka-cluster');

const partitionCounts = [6, 12, 48];

const parts = {
  rates: async (onProgress, means) => {
    for (const partitions of partitionCounts) {
      const reference = await referenceOf(onProgress, means, partitions);
      await ratesOverKafka(onProgress, { ...means, partitions, reference });
    }
    await ratesOverPostgres(onProgress, means);
  },
  clients: async (onProgress, { folder, ...means }) => {
    if (folder === undefined)
      return onProgress({ name: 'clients: no --platformatic=<folder>', value: 0, unit: '' });
    const reference = await referenceOf(onProgress, means, 12);
    await compareClients(onProgress, { ...means, folder, reference });
  },
  idle: (onProgress, means) => idleConsumers(onProgress, { ...means, partitions: 48 }),
  pauses: pausesOfDelivery,
};
const brokersOf = { pauses: 3 };

/** The middle of three: it varies by half from one to the next. */
async function referenceOf(onProgress, means, partitions) {
  const runs = [];
  for (let run = 0; run < 3; run++) runs.push(await producerPerformance({ ...means, partitions }));
  const value = runs.toSorted((one, other) => one - other)[1];
  onProgress({
    name: `${partitions} partitions: ProducerPerformance (${runs.join(', ')})`,
    value,
    unit: 'events/s',
  });
  return value;
}

export async function run(onProgress, parameters = []) {
  const wanted = valueOf(parameters, 'part')?.split(',') ?? Object.keys(parts);
  for (const part of wanted)
    await withServers(brokersOf[part] ?? 1, async (means) => {
      await parts[part](onProgress, { ...means, folder: valueOf(parameters, 'platformatic') });
      onProgress({
        name: `load when ${part} was measured`,
        value: Number(os.loadavg()[0].toFixed(1)),
        unit: '',
      });
    });
}

const valueOf = (parameters, name) =>
  parameters.find((parameter) => parameter.startsWith(`--${name}=`))?.slice(`--${name}=`.length);

async function withServers(brokers, work) {
  const folder = path.join(os.tmpdir(), `svc-bus-bench-${process.pid}`);
  const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: () => {} });
  const jars = fetchKafkaJars(downloadsOf(dataFolderOf(root)), console.error);
  const ports = await freeBrokerPorts(brokers);
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
    await work({ connectionString: server.connectionString, cluster, jars, endpoints: cluster.endpoints });
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    await removeServers();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await run(
    ({ name, value, unit, ratio }) =>
      console.log(`${name}: ${value} ${unit}${ratio === undefined ? '' : `, ratio ${ratio}`}`),
    process.argv.slice(2),
  );
