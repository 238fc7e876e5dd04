import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '@svc/testing';
import type { ClassicClient } from '../support/client.js';
import { signInAsNewUser } from '../support/members.js';
import { beginConversation, signInAsDemoUser } from '../support/sessions.js';
import { StandaloneProcess } from '../support/standalone-process.js';
import { createDestination, stages, type StageWebhook } from '../support/webhook-destinations.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

export interface WebhooksRunOptions {
  readonly folder: string;
  /** That are finished around each kill. */
  readonly conversations: number;
  readonly random: SeededRandom;
}

/** A kill comes at most so long after the first of its conversations is being finished. */
const longestUntilKillMs = 600;
/** One request in so many is answered by 500, so that retries are on their way as well. */
const failedIn = 4;
const lostAfterMs = 120_000;

/** Conversations that are finished while the standalone is killed, and the webhooks of them in the receiver's own file. */
export class WebhooksRun {
  kills = 0;
  /** Conversations whose finish was acknowledged, or has shown by their state. */
  readonly #finished = new Set<string>();

  private constructor(
    private readonly options: WebhooksRunOptions,
    private readonly receiver: WebhookReceiver,
    private standalone: StandaloneProcess,
    private readonly users: readonly ClassicClient[],
  ) {}

  static async start(options: WebhooksRunOptions): Promise<WebhooksRun> {
    const { folder, conversations, random } = options;
    const receiver = await WebhookReceiver.start({
      file: fileIn(folder),
      answer: (response) => response.writeHead(random.below(failedIn) === 0 ? 500 : 204).end(),
    });
    const standalone = await StandaloneProcess.start({ dataDir: path.join(folder, 'data') });
    const credentials = standalone.credentials();
    const administrator = await signInAsDemoUser(standalone.baseUrl, credentials);
    await createDestination(administrator, receiver.url);
    const users: ClassicClient[] = [];
    while (users.length < conversations)
      users.push((await signInAsNewUser(administrator, credentials)).client);
    return new WebhooksRun(options, receiver, standalone, users);
  }

  get summary(): string {
    const repeated = this.#received().length - new Set(this.#received().map(keyOf)).size;
    return `${this.kills} kills, ${this.#finished.size} conversations finished, ${this.#received().length} requests (${repeated} repeated under the same key)`;
  }

  /** Every user finishes a conversation; somewhere in between everything that is Node is killed, and comes back. */
  async killOnce(): Promise<void> {
    const { standalone, options, users } = this;
    const { service_id: serviceId } = standalone.credentials();
    const begun: { readonly user: ClassicClient; readonly id: string }[] = [];
    for (const user of users) begun.push({ user, id: (await beginConversation(user, serviceId)).id });
    // What the kill cuts off is asked again below.
    const finishing = Promise.allSettled(begun.map(({ user, id }) => user.finish(id)));
    await delay(options.random.below(longestUntilKillMs)); // not a wait: the point that the kill hits
    await standalone.kill('node');
    this.kills += 1;
    await finishing;
    const port = Number(new URL(standalone.baseUrl).port);
    this.standalone = await StandaloneProcess.start({ dataDir: standalone.dataDir, port });
    for (const { user, id } of begun) {
      const { conversations } = await user.conversations({ id });
      if (!conversations[0]?.is_finished) await user.finish(id);
      this.#finished.add(id);
    }
  }

  /** Waits for what is still on its way. @returns what is lost, or was told twice, in words */
  async faults(): Promise<readonly string[]> {
    const deadline = performance.now() + lostAfterMs;
    while (this.#lost().length > 0 && performance.now() < deadline) await delay(50);
    return [...this.#lost(), ...this.#toldTwice()];
  }

  async stop(): Promise<void> {
    await this.standalone.stop();
    await this.receiver.stop();
  }

  #received(): readonly StageWebhook[] {
    return readFileSync(fileIn(this.options.folder), { encoding: 'utf8', flag: 'a+' })
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as StageWebhook);
  }

  #lost(): readonly string[] {
    const told = new Set(this.#received().map(stageOf));
    return [...this.#finished]
      .flatMap((id) => stages.map((stage) => `${id} ${stage}`))
      .filter((stage) => !told.has(stage))
      .map((stage) => `${stage} was not told`);
  }

  /** A stage has one key, and a key has one stage, however often it comes. */
  #toldTwice(): readonly string[] {
    const keys = new Map<string, Set<string>>();
    for (const webhook of this.#received())
      keys.set(stageOf(webhook), (keys.get(stageOf(webhook)) ?? new Set()).add(keyOf(webhook)));
    const twice = [...keys].filter(([, of]) => of.size > 1).map(([stage]) => `${stage} has two keys`);
    const different = new Set(this.#received().map(keyOf)).size;
    return different === keys.size ? twice : [...twice, `${different} keys for ${keys.size} stages`];
  }
}

const fileIn = (folder: string) => path.join(folder, 'webhooks.ndjson');
const keyOf = ({ idempotent_key: key }: StageWebhook) => key;
const stageOf = ({ conversation_id: id, post_processing_type: stage }: StageWebhook) => `${id} ${stage}`;
