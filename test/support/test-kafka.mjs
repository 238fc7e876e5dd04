// The Kafka of a test run: brokers of its own in a temporary folder, which end with the run.
import { randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { removeAbandoned } from './abandoned.mjs';
import './source-loader.mjs';
import { dataFolderOf, downloadsOf } from './downloads.mjs';
import { securedListener } from './secured-kafka.mjs';

const prefix = 'svc-test-kafka-';
const root = path.resolve(import.meta.dirname, '../..');

/**
 * Resolves when that many brokers serve. They are wiped at the end of the run.
 * @returns also the variables of a client of the secured listener, which a single broker has; undefined: this machine can't
 *   run brokers
 */
export async function startTestKafka(brokers) {
  const { fetchKafkaJars, freeBrokerPorts, KafkaCluster, takeClassArchive, whatBrokersLack } =
    await import('@svc/testing/kafka-cluster');
  await removeAbandoned();
  if (whatBrokersLack()) return undefined;
  const say = (sentence) => console.error(sentence);
  const jars = fetchKafkaJars(downloadsOf(dataFolderOf(root)), say);
  const classArchive = await takeClassArchive({ jars, folder: newFolder(), say });
  const folder = newFolder();
  const [securedPort, ...ports] = await freeBrokerPorts(brokers + 1);
  const { listener, environment } = await securedListener(folder, securedPort);
  const secured = brokers === 1 ? listener : undefined;
  const cluster = KafkaCluster.create({ folder, jars, ports, startsFast: true, classArchive, secured });
  (globalThis.svcReleases ??= []).push(() => cluster.wipe());
  await cluster.start();
  return { folder, endpoints: cluster.endpoints, environment };
}

/** Named by this process: the next run removes what it leaves when it is killed. */
function newFolder() {
  return path.join(os.tmpdir(), `${prefix}${process.pid}-${randomBytes(4).toString('hex')}`);
}
