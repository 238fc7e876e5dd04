// How fast a backlog of events is published and has its effect, and how long one event takes at half of that rate: on
// topics of 6, 12 and 48 partitions compared with Kafka's own ProducerPerformance in the same run, and over the Postgres adapter.
// It starts its own server and broker.
import { rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import '../../test/support/source-loader.mjs';
import { dataFolderOf, downloadsOf } from '../../test/support/downloads.mjs';
import { root } from '../workspace/packages.mjs';
import { producerPerformance } from './bus/producer-performance.mjs';
import { ratesOverKafka, ratesOverPostgres } from './bus/rates.mjs';

const { startEmbeddedPostgres } = await import('@svc/postgres');
const { fetchKafkaJars, freeBrokerPorts, KafkaCluster } = await import('@svc/testing/kafka-cluster');

const partitionCounts = [6, 12, 48];

/** The middle of three, because single results vary by half. */
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

export async function run(onProgress) {
  await withServers(async (means) => {
    for (const partitions of partitionCounts) {
      const reference = await referenceOf(onProgress, means, partitions);
      await ratesOverKafka(onProgress, { ...means, partitions, reference });
    }
    await ratesOverPostgres(onProgress, means);
  });
}

async function withServers(work) {
  const folder = path.join(os.tmpdir(), `svc-bus-bench-${process.pid}`);
  const server = await startEmbeddedPostgres({ dataDir: path.join(folder, 'postgres'), log: () => {} });
  const jars = fetchKafkaJars(downloadsOf(dataFolderOf(root)), console.error);
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
    await work({ connectionString: server.connectionString, cluster, jars, endpoints: cluster.endpoints });
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave);
    await removeServers();
  }
}
