import { setTimeout as pause } from 'node:timers/promises';
import { eventBusMigrations, PostgresEventBus, type Consumer } from '@svc/event-bus';
import {
  createLedger,
  createWorld,
  deposited,
  eventually,
  Ledger,
  ledgerSchema,
  openAccount,
  opened,
  type Account,
  type World,
} from '@svc/event-bus/test-world';
import { createKafkaClient } from '@svc/kafka-client';
import type { KafkaCluster } from '@svc/testing/kafka-cluster';
import { createTopics, KafkaEventBus, type TopicNames } from '../src/index.js';
import { RelayProcess } from './relay-process.js';
import { testTopicNames } from './test-kafka.js';
import { TopicContent } from './topic-content.js';

/** What the whole way from the log to the ledger has made of everything that was deposited. */
export interface BankAudit {
  /** Public events of the log that the topic lacks. */
  readonly lostOnTheBus: number;
  readonly outOfOrder: number;
  /** Accounts whose ledger is not what was deposited, each once and in order. */
  readonly wrongAccounts: readonly string[];
  readonly parkedStreams: number;
}

/** A bank under load: its log, relays as processes of their own, Kafka, and a ledger that takes each deposit once. */
export class BankRun {
  readonly #accounts: readonly { readonly account: Account; deposits: number }[];
  readonly #ledger: Ledger;
  readonly #stopping = new AbortController();
  readonly #relays: RelayProcess[] = [];
  #consumer: Consumer | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(
    readonly world: World,
    private readonly cluster: KafkaCluster,
    private readonly prefix: string,
    private readonly names: TopicNames,
  ) {
    this.#accounts = Array.from({ length: 8 }, () => ({ account: openAccount(world), deposits: 0 }));
    this.#ledger = new Ledger('faults', world.test.database);
  }

  static async begin(cluster: KafkaCluster): Promise<BankRun> {
    const world = await createWorld({ schema: ledgerSchema, folders: [eventBusMigrations] });
    await world.test.database.pool.query(createLedger);
    const { prefix, names } = testTopicNames();
    const run = new BankRun(world, cluster, prefix, names);
    await run.createTopics();
    for (const { account } of run.#accounts) await account.append(opened('Ada'));
    run.#consumer = await run.#ledger.start(run.#bus('ledger'));
    run.#writing = Promise.all(run.#accounts.map((of) => run.#deposit(of)));
    return run;
  }

  async createTopics(): Promise<void> {
    await createTopics(this.#kafka('admin'), { names: this.names, sources: ['bank'], partitions: 12 });
  }

  startRelay(): RelayProcess {
    const { connectionString } = this.world.test;
    const relay = new RelayProcess({
      connectionString,
      brokers: this.cluster.endpoints,
      prefix: this.prefix,
    });
    this.#relays.push(relay);
    return relay;
  }

  /** Resolves when so many more deposits stand in the ledger. */
  async goesOn(deposits = 40): Promise<void> {
    const until = (await this.#lines()) + deposits;
    await eventually(async () => {
      if ((await this.#lines()) < until)
        throw new Error(`The ledger does not go on: ${this.#relays.flatMap(({ told }) => told).join('\n')}`);
    });
  }

  async audit(): Promise<BankAudit> {
    this.#stopping.abort();
    await this.#writing;
    for (const of of this.#accounts) await of.account.append(deposited((of.deposits += 1)));
    await eventually(async () => {
      for (const { account, deposits } of this.#accounts)
        if ((await this.#ledger.inboxVersionOf(account)) !== deposits + 1)
          throw new Error('Not all has come to the ledger.');
    });
    const last = new Map(this.#accounts.map(({ account, deposits }) => [account.streamId, deposits + 1]));
    const content = await TopicContent.read(this.#bus('audit'), 'bank', last);
    const wrong: string[] = [];
    let [lost, parkedStreams] = [0, 0];
    for (const { account, deposits } of this.#accounts) {
      const amounts = Array.from({ length: deposits }, (_, index) => String(index + 1));
      if ((await this.#ledger.linesOf(account)).join() !== amounts.join()) wrong.push(account.streamId);
      lost += content.missing(account.streamId, [1, ...amounts.map((amount) => Number(amount) + 1)]);
      parkedStreams += (await this.#ledger.parked(account)).length;
    }
    process.stdout.write(
      `bank run: ${await this.#lines()} deposits, ${lost} lost on the bus, ${content.repeats} repeated\n`,
    );
    return { lostOnTheBus: lost, outOfOrder: content.outOfOrder, wrongAccounts: wrong, parkedStreams };
  }

  async end(): Promise<void> {
    this.#stopping.abort();
    await this.#writing;
    await Promise.all(this.#relays.map((relay) => relay.kill()));
    await this.#consumer?.stop();
    await this.world.test.drop();
  }

  async #deposit(of: { readonly account: Account; deposits: number }): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await of.account.append(deposited((of.deposits += 1)));
      await pause(20);
    }
  }

  async #lines(): Promise<number> {
    const { rows } = await this.world.test.database.pool.query<{ lines: number }>(
      'SELECT count(*)::int AS lines FROM ledger.line',
    );
    return rows[0]?.lines ?? 0;
  }

  #bus(clientId: string): KafkaEventBus {
    const owners = new PostgresEventBus(this.world.logs);
    return new KafkaEventBus({
      kafka: this.#kafka(clientId),
      names: this.names,
      readStream: (stream, afterVersion, limit) => owners.readStream(stream, afterVersion, limit),
      onForeign: (failure) => {
        throw failure;
      },
    });
  }

  #kafka(clientId: string) {
    return createKafkaClient({ clientId, brokers: this.cluster.endpoints.split(',') });
  }
}
