import path from 'node:path';
import { downloadsOf } from '../../test/support/downloads.mjs';
import '../../test/support/source-loader.mjs';

const { fetchKafkaJars, freeBrokerPorts, isPortFree, KafkaCluster } =
  await import('@svc/testing/kafka-cluster');

/** The sizes that a cluster may have; each has a folder of its own, because brokers keep who their cluster is made of. */
const sizes = [1, 3];
const portsOfBroker = 2;
/** Where Kafka listens, as everywhere. */
export const usualPort = 9092;

/** The Kafka of this data folder. One cluster of it runs at a time. */
export class LocalKafka {
  #dataFolder;
  #say;

  /** @param {(sentence: string) => void} say gets what was done and what to do next */
  constructor(dataFolder, say) {
    this.#dataFolder = dataFolder;
    this.#say = say;
  }

  /** Resolves when the cluster serves. @throws Error with a sentence that says what to do */
  async start({ brokers, firstPort }) {
    const other = this.#found().find(
      (cluster) => cluster.brokers.length !== brokers && running(cluster).length > 0,
    );
    if (other)
      throw new Error(
        `Kafka runs with ${count(other.brokers.length)}: npm run kafka -- stop, then start it with ${count(brokers)}.`,
      );
    const found = KafkaCluster.open(this.#folderOf(brokers));
    if (found?.isRunning) {
      await found.untilItServes();
      return this.#tellHowToUse(found, `Kafka runs already (${count(brokers)}).`);
    }
    const startedAt = performance.now();
    const cluster = running(found).length > 0 ? found : await this.#create(brokers, firstPort);
    await cluster.start();
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    this.#tellHowToUse(cluster, `Kafka is ready (${count(brokers)}, ${seconds} s).`);
  }

  /**
   * The cluster that runs, or one broker that is started for it, on other ports where the usual ones are taken.
   * @returns {Promise<{ endpoints: string, isNew: boolean }>} @throws Error with a sentence that says what to do
   */
  async findOrStart() {
    const found = this.#found().find((cluster) => running(cluster).length > 0);
    const cluster = found ?? (await this.#create(1, await firstFreePort()));
    if (cluster.isRunning) await cluster.untilItServes();
    else await cluster.start();
    return { endpoints: cluster.endpoints, isNew: !found };
  }

  async stop() {
    const clusters = this.#found().filter((cluster) => running(cluster).length > 0);
    for (const cluster of clusters) await cluster.stop();
    this.#say(
      clusters.length > 0
        ? 'Kafka has ended; what it keeps stays. Again: npm run kafka. Without what it keeps: npm run kafka -- wipe'
        : 'No Kafka of this data folder runs.',
    );
  }

  async wipe() {
    const clusters = this.#found();
    for (const cluster of clusters) await cluster.wipe();
    this.#say(
      clusters.length > 0 ? 'Kafka has ended, and what it kept is removed.' : 'There is nothing to remove.',
    );
  }

  async #create(brokers, firstPort) {
    const jars = fetchKafkaJars(downloadsOf(this.#dataFolder), this.#say);
    const ports = Array.from({ length: brokers }, (_, index) => firstPort + portsOfBroker * index);
    for (const port of ports.flatMap((first) => [first, first + 1])) {
      if (!(await isPortFree(port)))
        throw new Error(
          `Port ${port} is taken by another program: npm run kafka -- --port <another one>, or KAFKA_BROKERS=127.0.0.1:${port} if that is the Kafka to use.`,
        );
    }
    this.#say(`Starting Kafka (${count(brokers)}) …`);
    return KafkaCluster.create({ folder: this.#folderOf(brokers), jars, ports });
  }

  #found() {
    return sizes.map((size) => KafkaCluster.open(this.#folderOf(size))).filter((cluster) => cluster);
  }

  #folderOf(brokers) {
    return path.join(this.#dataFolder, 'kafka', `of-${brokers}`);
  }

  #tellHowToUse(cluster, sentence) {
    this.#say(`${sentence} Its data and logs: ${this.#folderOf(cluster.brokers.length)}
  use it    export KAFKA_BROKERS=${cluster.endpoints}
  end it    npm run kafka -- stop`);
  }
}

async function firstFreePort() {
  if ((await isPortFree(usualPort)) && (await isPortFree(usualPort + 1))) return usualPort;
  const [free] = await freeBrokerPorts(1);
  return free;
}

const count = (brokers) => (brokers === 1 ? '1 broker' : `${brokers} brokers`);

const running = (cluster) => (cluster ? cluster.brokers.filter(({ pid }) => pid !== undefined) : []);
