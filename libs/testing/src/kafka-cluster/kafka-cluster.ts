import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeBrokerFiles, type BrokerAddress, type SecuredListener } from './broker-files.js';
import { KafkaBroker, type BrokerProgram } from './kafka-broker.js';
import { untilKafkaServes } from './until-kafka-serves.js';

/** Its jars are from `fetchKafkaJars`. */
export interface KafkaClusterOptions extends BrokerProgram {
  /** Of its brokers' data, and nothing else. */
  readonly folder: string;
  /** One for each broker: it listens there, and its controller on the next one. */
  readonly ports: readonly number[];
  /** Of a single broker. */
  readonly secured?: SecuredListener | undefined;
}

/** The stored description of a cluster, for other processes. */
interface ClusterRecord extends BrokerProgram {
  readonly id: string;
  readonly ports: readonly number[];
  readonly secured?: SecuredListener | undefined;
}

/** Of a machine that does much else at the same time. */
const serveWithinMs = 240_000;

/** Kafka brokers on this machine, reachable only from it. With three of them, topics have three replicas. */
export class KafkaCluster {
  readonly brokers: readonly KafkaBroker[];
  readonly #folder: string;
  readonly #record: ClusterRecord;

  private constructor(folder: string, record: ClusterRecord) {
    this.#folder = folder;
    this.#record = record;
    this.brokers = addressesOf(folder, record.ports).map((address) => new KafkaBroker(address, record));
  }

  /** A cluster in this folder, with what it has kept. Its brokers have to be started. */
  static create({ folder, ...options }: KafkaClusterOptions): KafkaCluster {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const id = readRecord(folder)?.id ?? clusterId();
    const record = { id, ...options };
    writeFileSync(recordFile(folder), JSON.stringify(record));
    return new KafkaCluster(folder, record);
  }

  /** One that was created before, maybe by another process. */
  static open(folder: string): KafkaCluster | undefined {
    const record = readRecord(folder);
    return record && new KafkaCluster(folder, record);
  }

  /** As `KAFKA_BROKERS` takes them. */
  get endpoints(): string {
    return this.brokers.map(({ endpoint }) => endpoint).join(',');
  }

  /** Of each broker, as `create` got them. */
  get ports(): readonly number[] {
    return this.#record.ports;
  }

  /** When it was last created or started, in ms since the Unix epoch. */
  get usedAtMs(): number {
    return statSync(recordFile(this.#folder)).mtimeMs;
  }

  get isRunning(): boolean {
    return this.brokers.every(({ pid }) => pid !== undefined);
  }

  /** Starts the brokers that don't run; resolves when all of them serve. */
  async start(): Promise<void> {
    const addresses = addressesOf(this.#folder, this.#record.ports);
    const { secured } = this.#record;
    for (const address of addresses) writeBrokerFiles(address, addresses, secured);
    await Promise.all(this.brokers.map((broker) => broker.format(this.#record.id, secured)));
    for (const broker of this.brokers) broker.start();
    await this.untilItServes();
  }

  /** Resolves when all brokers have joined and each of them answers an administrator. */
  async untilItServes(): Promise<void> {
    await untilKafkaServes({
      brokers: this.brokers.map(({ endpoint }) => endpoint),
      size: this.brokers.length,
      withinMs: serveWithinMs,
      whyNever: () => {
        const ended = this.brokers.find(({ pid }) => pid === undefined);
        return ended && `broker ${ended.id} has ended.\n${ended.lastWords}`;
      },
    });
  }

  /** One broker after the other; the last ones have no quorum to hand anything over to. */
  async stop(): Promise<void> {
    const [first, ...others] = this.brokers;
    await first?.stop();
    await Promise.all(others.map((broker) => broker.stop()));
  }

  /** Ends the brokers and removes all that they keep. */
  async wipe(): Promise<void> {
    await this.loseEverything();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Kills the brokers and removes their data: at the next start the cluster holds nothing. */
  async loseEverything(): Promise<void> {
    await Promise.all(this.brokers.map((broker) => broker.kill()));
    for (const { folder } of addressesOf(this.#folder, this.#record.ports))
      rmSync(folder, { recursive: true, force: true });
  }
}

function addressesOf(folder: string, ports: readonly number[]): readonly BrokerAddress[] {
  return ports.map((port, index) => ({
    id: index + 1,
    port,
    folder: path.join(folder, `broker-${index + 1}`),
  }));
}

const recordFile = (folder: string): string => path.join(folder, 'cluster.json');

function readRecord(folder: string): ClusterRecord | undefined {
  const file = recordFile(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ClusterRecord) : undefined;
}

/** As Kafka writes a UUID; one that began with a dash would look like an option. */
function clusterId(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? clusterId() : id;
}
