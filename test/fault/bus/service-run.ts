import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import type { KafkaCluster } from '@svc/testing/kafka-cluster';
import type { ClassicClient } from '../../support/client.js';
import { makeTemporaryFolder, removeFolder } from '../../support/data-folder.js';
import { DistributedProcess } from '../../support/distributed-process.js';
import { signInAsNewUser } from '../../support/members.js';
import { ModelServer } from '../../support/model-server.js';
import { signInAsDemoUser } from '../../support/sessions.js';
import { Speaker } from '../../support/speaker.js';
import { listUsers } from '../../support/users.js';
import { sessionEnvironment } from '../fault-length.js';
import { Leavers } from './leavers.js';
import { Talker, type KeptTalk } from './talker.js';

/** Those that `npm run distributed` starts again. */
export const services = [
  'identity',
  'agents',
  'conversations',
  'memory',
  'webhooks',
  'world',
  'gateway',
] as const;
export type Service = (typeof services)[number];

/** The effects of events of one service in the others. */
export interface ServiceAudit {
  /** Where what is kept differs from what the users know. */
  readonly faults: readonly string[];
  /** Users with other counts in identity than in conversations. */
  readonly miscounted: readonly string[];
  /** Deleted people with an erasure that a context has not confirmed, or has confirmed more than once. */
  readonly notErased: readonly string[];
  readonly erasedTwice: readonly string[];
}

interface Erased {
  readonly context: string;
  readonly subject: string;
}

export const nothingWrong: ServiceAudit = { faults: [], miscounted: [], notErased: [], erasedTwice: [] };

/** Those that keep anything of people. */
const erasing = ['conversations', 'memory', 'world'] as const;
const talkers = 4;
/** For events to come once the load has ended: a group gives a member up that was killed after 30 s. */
const appliedWithinMs = 120_000;
const pieceDelayMs = 5;

/**
 * The product as a process per service on Kafka, under load: users who talk, which identity counts by conversations'
 * events, and people who are deleted, whom conversations and memory erase by identity's.
 */
export class ServiceRun {
  readonly #beganAt = performance.now();
  #failure: Error | undefined;

  private constructor(
    private readonly system: DistributedProcess,
    private readonly test: TestDatabase,
    private readonly model: ModelServer,
    private readonly folder: string,
    private readonly administrator: ClassicClient,
    private readonly talkers: readonly Talker[],
    private readonly leavers: Leavers,
  ) {}

  static async begin(cluster: KafkaCluster): Promise<ServiceRun> {
    const folder = makeTemporaryFolder();
    const test = await createTestDatabase({ maxConnections: 2 });
    const model = await ModelServer.start({ pieces: ['One ', 'two ', 'three.'], pieceDelayMs });
    const system = await DistributedProcess.start({
      dataDir: path.join(folder, 'data'),
      env: {
        ...model.env,
        DATABASE_URL: test.connectionString,
        KAFKA_BROKERS: cluster.endpoints,
        SVC_DATABASE_CONNECTIONS: '5',
        ...sessionEnvironment,
      },
    });
    const credentials = system.credentials();
    const administrator = await signInAsDemoUser(system.baseUrl, credentials);
    const users: Talker[] = [];
    for (let number = 0; number < talkers; number += 1) {
      const { userId, client } = await signInAsNewUser(administrator, credentials);
      users.push(new Talker(userId, new Speaker({ client, serviceId: credentials.service_id })));
    }
    const leavers = new Leavers(administrator, credentials);
    const run = new ServiceRun(system, test, model, folder, administrator, users, leavers);
    for (const load of [...users, leavers])
      load.begin().catch((error: unknown) => (run.#failure ??= error as Error));
    return run;
  }

  /** How long the load has lasted, in ms. */
  get loadedForMs(): number {
    return performance.now() - this.#beganAt;
  }

  /** Resolves when this many more turns are complete and one more user is deleted. */
  async goesOn(turns = 20): Promise<void> {
    const until = { turns: this.#turns + turns, deleted: this.leavers.deleted.length + 1 };
    while (this.#turns < until.turns || this.leavers.deleted.length < until.deleted) {
      if (this.#failure) throw this.#failure;
      await delay(20);
    }
  }

  /** `kill -9`. Resolves when it serves again. */
  kill(service: Service): Promise<void> {
    return this.system.killService(service);
  }

  async audit(): Promise<ServiceAudit> {
    await Promise.all(this.talkers.map((talker) => talker.stop()));
    await this.leavers.stop();
    const giveUpAt = performance.now() + appliedWithinMs;
    const faults: string[] = [];
    const miscounted: string[] = [];
    let [messages, conversations] = [0, 0];
    for (const talker of this.talkers) {
      const kept = await talker.kept();
      faults.push(...kept.faults);
      messages += kept.messages;
      conversations += kept.conversations;
      if (!(await this.#isCounted(talker.userId, kept, giveUpAt))) miscounted.push(talker.userId);
    }
    const erased = await this.#erased(giveUpAt);
    const erasures = this.leavers.deleted.flatMap((userId) =>
      erasing.map((context) => ({
        who: `${userId} in ${context}`,
        times: erased.filter((found) => found.context === context && found.subject.endsWith(`/${userId}`))
          .length,
      })),
    );
    process.stdout.write(
      `${expect.getState().currentTestName}: ${this.#turns} turns in ${conversations} conversations with ${messages} messages, ` +
        `${this.leavers.deleted.length} people deleted\n`,
    );
    return {
      faults,
      miscounted,
      notErased: erasures.filter(({ times }) => times === 0).map(({ who }) => who),
      erasedTwice: erasures.filter(({ times }) => times > 1).map(({ who }) => who),
    };
  }

  async end(): Promise<void> {
    await Promise.allSettled([...this.talkers, this.leavers].map((load) => load.stop()));
    await this.system.stop();
    await this.model.stop();
    await this.test.drop();
    removeFolder(this.folder);
  }

  /** Whether identity counts what conversations keeps of a user: waits as long as it does not. */
  async #isCounted(userId: string, kept: KeptTalk, giveUpAt: number): Promise<boolean> {
    for (;;) {
      const [user] = await listUsers(this.administrator, { user_id: userId });
      const isCounted =
        user?.user_stats.num_messages === kept.messages &&
        user.user_stats.num_conversations === kept.conversations;
      if (isCounted || performance.now() > giveUpAt) return isCounted;
      await delay(100);
    }
  }

  /** Who was erased where: waits for as many as were deleted, as long as they come. */
  async #erased(giveUpAt: number): Promise<readonly Erased[]> {
    for (;;) {
      const { rows } = await this.test.database.query<Erased>({
        name: 'test_erased',
        text: erasing
          .map(
            (context) => `SELECT '${context}' AS context, payload::json->>'subject' AS subject
                            FROM ${context}.event WHERE event_type = 'SubjectErased'`,
          )
          .join(' UNION ALL '),
        values: [],
      });
      const pairs = new Set(rows.map(({ context, subject }) => `${context} ${subject}`)).size;
      if (pairs >= erasing.length * this.leavers.deleted.length || performance.now() > giveUpAt) return rows;
      await delay(100);
    }
  }

  get #turns(): number {
    return this.talkers.reduce((sum, { completed }) => sum + completed, 0);
  }
}
