import path from 'node:path';
import { downloadsOf } from '../../test/support/downloads.mjs';
import '../../test/support/source-loader.mjs';

const { fetchKafkaJars, freeBrokerPorts, isPortFree, KafkaCluster } =
  await import('@svc/testing/kafka-cluster');

/** The sizes that a cluster may have; each has its own folder, because brokers store the members of their cluster. */
const sizes = [1, 3];
const portsOfBroker = 2;
/** Kafka's usual port. */
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

  /**
   * Resolves when the cluster serves: by default the one that is there, on its ports.
   * @param {{ brokers?: number, firstPort?: number }} wanted
   * @throws Error with a sentence that says what to do
   */
  async start({ brokers, firstPort }) {
    const there = clusterThatIsThere(this.#found());
    const size = brokers ?? there?.brokers.length ?? 1;
    if (there && there.brokers.length !== size && running(there).length > 0)
      throw new Error(
        `Kafka runs with ${count(there.brokers.length)}: npm run kafka -- stop, then start it with ${count(size)}.`,
      );
    const found = KafkaCluster.open(this.#folderOf(size));
    if (found?.isRunning) {
      await found.untilItServes();
      return this.#tellHowToUse(found, `Kafka runs already (${count(size)}).`);
    }
    const startedAt = performance.now();
    const ports = firstPort === undefined && found ? found.ports : portsFrom(firstPort ?? usualPort, size);
    const cluster = running(found).length > 0 ? found : await this.#create(ports);
    await cluster.start();
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    this.#tellHowToUse(cluster, `Kafka is ready (${count(size)}, ${seconds} s).`);
  }

  /**
   * The cluster that is there, started if it does not run, or else a new one of one broker; on other ports where its own
   * are taken.
   * @returns {Promise<{ endpoints: string, isNew: boolean }>} whether it was started now; @throws Error with a sentence
   * that says what to do
   */
  async findOrStart() {
    const there = clusterThatIsThere(this.#found());
    const isNew = running(there).length === 0;
    const cluster = isNew ? await this.#create(await freePorts(there?.ports ?? [usualPort])) : there;
    if (cluster.isRunning) await cluster.untilItServes();
    else await cluster.start();
    return { endpoints: cluster.endpoints, isNew };
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

  async #create(ports) {
    const jars = fetchKafkaJars(downloadsOf(this.#dataFolder), this.#say);
    for (const port of ports.flatMap((first) => [first, first + 1])) {
      if (!(await isPortFree(port)))
        throw new Error(
          `Port ${port} is taken by another program: npm run kafka -- --port <another one>, or KAFKA_BROKERS=127.0.0.1:${port} if that is the Kafka to use.`,
        );
    }
    this.#say(`Starting Kafka (${count(ports.length)}) …`);
    return KafkaCluster.create({ folder: this.#folderOf(ports.length), jars, ports });
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

/** Of several that have been made the one that runs, or else ran last: the relays' checkpoints are about its events. */
export function clusterThatIsThere(clusters) {
  const lastUsedFirst = [...clusters].sort((one, other) => other.usedAtMs - one.usedAtMs);
  return lastUsedFirst.find((cluster) => running(cluster).length > 0) ?? lastUsedFirst[0];
}

const portsFrom = (first, brokers) =>
  Array.from({ length: brokers }, (_, index) => first + portsOfBroker * index);

/** These ports where they are free, otherwise others. */
async function freePorts(ports) {
  for (const port of ports)
    if (!(await isPortFree(port)) || !(await isPortFree(port + 1))) return freeBrokerPorts(ports.length);
  return ports;
}

const count = (brokers) => (brokers === 1 ? '1 broker' : `${brokers} brokers`);

const running = (cluster) => (cluster ? cluster.brokers.filter(({ pid }) => pid !== undefined) : []);
