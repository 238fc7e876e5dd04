import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { eventBusMigrations, PostgresEventBus, type ParkedInboxStream } from '@svc/event-bus';
import {
  createLedger,
  createWorld,
  Ledger,
  ledgerSchema,
  openAccount,
  type World,
} from '@svc/event-bus/test-world';
import { createKafkaClient } from '@svc/kafka-client';
import { createTestDatabase, eventually, type TestDatabase, type TestDatabaseOptions } from '@svc/testing';
import type { KafkaCluster } from '@svc/testing/kafka-cluster';
import { createTopics, KafkaEventBus, partitionOf, type TopicNames } from '../../src/index.js';
import { loadMs } from '../fault-length.js';
import { testKeysOf, testTopicNames } from '../test-kafka.js';
import { TopicContent } from '../topic-content.js';
import { BankProgram } from './bank-program.js';
import { Depositor } from './depositor.js';
import { compareWithRecord } from './ledger-audit.js';
import { maxPauseMs } from './ledger-pause.js';
import { createObstacles, Obstacles } from './obstacles.js';

/** Result of a run: how deposits arrived from the log to the ledger. */
export interface BankAudit {
  /** Public events of the log that the topic lacks. */
  readonly lostOnTheBus: number;
  readonly outOfOrder: number;
  /** Accounts with a ledger that differs from the deposits, each once and in order. */
  readonly wrongAccounts: readonly string[];
  readonly parkedStreams: number;
}

export const nothingWrong: BankAudit = {
  lostOnTheBus: 0,
  outOfOrder: 0,
  wrongAccounts: [],
  parkedStreams: 0,
};

/** Where and how a bank is run. */
export interface BankOptions extends Pick<TestDatabaseOptions, 'server'> {
  /** Session time-out of the ledger's group. Default: as in production. */
  readonly sessionMs?: number | undefined;
}

const partitions = 12;
const accounts = 8;

/** Time limit that covers an outage of brokers, a killed member's time-out, or a server's start. */
const goesOnWithinMs = 120_000;
/** Each look asks the ledger for all of its lines. */
const lookEveryMs = 100;

/**
 * A bank under load: its log, relays and consumers as processes, Kafka, and a ledger with each deposit once. The
 * clients record their deposits.
 */
export class BankRun {
  readonly depositors: Depositor[];
  readonly ledger: Ledger;
  /** Parked streams of the ledger's consumers. */
  readonly obstacles: Obstacles;
  readonly #programs: BankProgram[] = [];
  readonly #beganAt = performance.now();

  private constructor(
    readonly world: World,
    readonly ledgerDatabase: TestDatabase,
    private readonly cluster: KafkaCluster,
    private readonly names: TopicNames,
    private readonly sessionMs: number | undefined,
  ) {
    this.depositors = Array.from({ length: accounts }, () => new Depositor(openAccount(world)));
    this.ledger = new Ledger('faults', ledgerDatabase.database);
    this.obstacles = new Obstacles(ledgerDatabase.database);
  }

  /** With one consumer; the caller starts relays. */
  static async begin(cluster: KafkaCluster, options: BankOptions = {}): Promise<BankRun> {
    const { sessionMs, ...on } = options;
    const world = await createWorld(undefined, on);
    const migrations = { schema: ledgerSchema, folders: [eventBusMigrations] };
    const ledger = await createTestDatabase({ ...on, migrations });
    await ledger.database.pool.query(`${createLedger}; ${createObstacles}`);
    const { names } = testTopicNames();
    const run = new BankRun(world, ledger, cluster, names, sessionMs);
    await run.createTopics();
    for (const depositor of run.depositors) await depositor.open();
    run.startConsumer();
    for (const depositor of run.depositors) depositor.begin();
    return run;
  }

  /** One more client without an account yet, which will be the only one in its partition. */
  newDepositor(): Depositor {
    const partition = ({ account }: Depositor) => partitionOf(account.streamId, partitions);
    const taken = new Set(this.depositors.map(partition));
    let depositor = new Depositor(openAccount(this.world));
    while (taken.has(partition(depositor))) depositor = new Depositor(openAccount(this.world));
    this.depositors.push(depositor);
    return depositor;
  }

  async createTopics(): Promise<void> {
    await createTopics(this.#kafka('admin'), { names: this.names, sources: ['bank'], partitions });
  }

  /** Pauses the load during the work. */
  async whileNobodyDeposits<Result>(work: () => Promise<Result>): Promise<Result> {
    await Promise.all(this.depositors.map((depositor) => depositor.stop()));
    const result = await work();
    for (const depositor of this.depositors) depositor.begin();
    return result;
  }

  startRelay(): BankProgram {
    return this.#start('relay');
  }

  /** Another member of the ledger's group. */
  startConsumer(): BankProgram {
    return this.#start('consumer');
  }

  /** Reports of all its processes. */
  get told(): readonly string[] {
    return this.#programs.flatMap(({ told }) => told);
  }

  /** Resolves when the ledger has this many more deposits. */
  async goesOn(deposits = 40): Promise<void> {
    const until = (await this.#lines()) + deposits;
    await this.until(async () => expect(await this.#lines()).toBeGreaterThanOrEqual(until));
  }

  /** Resolves when the ledger has this many more deposits of each of these clients. */
  async eachGoesOn(depositors: readonly Depositor[], deposits = 10): Promise<void> {
    const lines = async ({ account }: Depositor) => (await this.ledger.linesOf(account)).length;
    const until = new Map<Depositor, number>();
    for (const depositor of depositors) until.set(depositor, (await lines(depositor)) + deposits);
    await this.until(async () => {
      for (const [depositor, least] of until) expect(await lines(depositor)).toBeGreaterThanOrEqual(least);
    });
  }

  /** Resolves when the ledger has all that these clients have deposited. */
  async untilAllIsApplied(depositors: readonly Depositor[]): Promise<void> {
    await this.until(async () => {
      for (const { account, lastVersion } of depositors)
        expect(await this.ledger.inboxVersionOf(account)).toBe(lastVersion);
    });
  }

  /** Resolves when the condition holds, within the time of a group or a server. */
  async until(holds: () => Promise<void>): Promise<void> {
    await eventually(holds, goesOnWithinMs, lookEveryMs).catch((cause: Error) => {
      const told = this.#programs.flatMap((program) => program.told.slice(-10));
      const ended = this.depositors.flatMap(({ failure: error }) =>
        error === undefined ? [] : [String(error)],
      );
      throw new Error([cause.message, ...ended, ...told].join('\n'), { cause });
    });
  }

  async parked(): Promise<readonly ParkedInboxStream[]> {
    const parked = await Promise.all(this.depositors.map(({ account }) => this.ledger.parked(account)));
    return parked.flat();
  }

  /** Ends the load after its minimum time, and compares. */
  async audit(): Promise<BankAudit> {
    await pause(Math.max(0, this.#beganAt + loadMs - performance.now()));
    await Promise.all(this.depositors.map((depositor) => depositor.stop()));
    for (const depositor of this.depositors) await depositor.deposit();
    const last = new Map(this.depositors.map(({ account, lastVersion }) => [account.streamId, lastVersion]));
    await this.untilAllIsApplied(this.depositors);
    const content = await TopicContent.read(this.#bus('audit'), 'bank', last);
    const sums = { lost: 0, doubled: 0, outOfOrder: 0 };
    const wrongAccounts: string[] = [];
    let lostOnTheBus = 0;
    for (const { account, record, lastVersion } of this.depositors) {
      const lines = (await this.ledger.linesOf(account)).map(Number);
      const { lost, doubled, outOfOrder } = compareWithRecord(record, lines);
      sums.lost += lost;
      sums.doubled += doubled;
      sums.outOfOrder += outOfOrder;
      if (lost + doubled + outOfOrder > 0)
        wrongAccounts.push(
          `${account.streamId}: ${lost} lost, ${doubled} doubled, ${outOfOrder} out of order`,
        );
      const versions = Array.from({ length: lastVersion }, (_, index) => index + 1);
      lostOnTheBus += content.missing(account.streamId, versions);
    }
    const seconds = (await maxPauseMs(this.ledgerDatabase.database)) / 1_000;
    process.stdout.write(
      `${expect.getState().currentTestName}: ${await this.#lines()} deposits, ${lostOnTheBus} lost on the bus, ` +
        `${content.repeats} repeated there; longest pause of delivery ${seconds.toFixed(1)} s; ` +
        `in effect ${sums.lost} lost, ${sums.doubled} doubled, ${sums.outOfOrder} out of order\n`,
    );
    const parkedStreams = (await this.parked()).length;
    return { lostOnTheBus, outOfOrder: content.outOfOrder, wrongAccounts, parkedStreams };
  }

  async end(): Promise<void> {
    await Promise.all(this.depositors.map((depositor) => depositor.stop()));
    await Promise.all(this.#programs.map((program) => program.kill()));
    await this.world.test.drop();
    await this.ledgerDatabase.drop();
  }

  #start(program: 'relay' | 'consumer'): BankProgram {
    const started = new BankProgram(program, {
      bank: this.world.test.connectionString,
      ledger: this.ledgerDatabase.connectionString,
      brokers: this.cluster.endpoints.split(','),
      installation: this.names.installation,
      sessionMs: this.sessionMs,
    });
    this.#programs.push(started);
    return started;
  }

  async #lines(): Promise<number> {
    const { rows } = await this.ledgerDatabase.database.pool.query<{ lines: number }>(
      'SELECT count(*)::int AS lines FROM ledger.line',
    );
    return rows[0]?.lines ?? 0;
  }

  #bus(clientId: string): KafkaEventBus {
    const owners = new PostgresEventBus(this.world.logs);
    return new KafkaEventBus({
      kafka: this.#kafka(clientId),
      names: this.names,
      keysOf: testKeysOf,
      readStream: (stream, afterVersion, limit) => owners.readStream(stream, afterVersion, limit),
      onForeign: (error) => {
        throw error;
      },
    });
  }

  #kafka(clientId: string) {
    return createKafkaClient({ clientId, brokers: this.cluster.endpoints.split(',') });
  }
}
