// The Kafka of a test run: brokers of its own in a temporary folder, which end with the run.
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import './source-loader.mjs';
import { dataFolderOf, downloadsOf } from './downloads.mjs';
import { isRunning } from './is-running.mjs';

const prefix = 'svc-test-kafka-';
const root = path.resolve(import.meta.dirname, '../..');

/** Resolves when that many brokers serve. They are wiped at the end of the run. */
export async function startTestKafka(brokers) {
  const { fetchKafkaJars, freeBrokerPorts, KafkaCluster, takeClassArchive } =
    await import('@svc/testing/kafka-cluster');
  await removeAbandoned(KafkaCluster);
  const say = (sentence) => console.error(sentence);
  const jars = fetchKafkaJars(downloadsOf(dataFolderOf(root)), say);
  const classArchive = await takeClassArchive({ jars, folder: newFolder(), say });
  const folder = newFolder();
  const ports = await freeBrokerPorts(brokers);
  const cluster = KafkaCluster.create({ folder, jars, ports, startsFast: true, classArchive });
  (globalThis.svcReleases ??= []).push(() => cluster.wipe());
  await cluster.start();
  return { folder, endpoints: cluster.endpoints };
}

/** Named by this process: the next run removes what it leaves when it is killed. */
function newFolder() {
  return path.join(os.tmpdir(), `${prefix}${process.pid}-${randomBytes(4).toString('hex')}`);
}

/** Runs that were killed have left their brokers. */
async function removeAbandoned(KafkaCluster) {
  for (const name of readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    if (!isRunning(Number(name.slice(prefix.length).split('-')[0])))
      await KafkaCluster.open(path.join(os.tmpdir(), name))?.wipe();
  }
}
