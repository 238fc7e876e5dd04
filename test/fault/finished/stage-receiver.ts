import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SeededRandom } from '@svc/testing';
import { stages, type StageWebhook } from '../../support/webhook-destinations.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';

/** One webhook in this many gets a 500 the first time, so that retries are under way too. */
const refusedIn = 4;

export interface StageReceiverOptions {
  /** Gets the receiver's own file. */
  readonly folder: string;
  readonly random: SeededRandom;
  /** Each answer takes less than this. The longer, the more requests are under way when something is killed. */
  readonly answersWithinMs: number;
}

/** A receiver of webhooks about stages after conversations, which counts them in a file. */
export class StageReceiver {
  readonly #seen = new Set<string>();
  /** Keys of requests that got a 500, and of those whose sender was gone before the response. */
  readonly #refused: string[] = [];
  readonly #cutOff: string[] = [];

  private constructor(
    private readonly file: string,
    private readonly receiver: WebhookReceiver,
    private readonly answersWithinMs: number,
  ) {}

  static async start({ folder, random, answersWithinMs }: StageReceiverOptions): Promise<StageReceiver> {
    const file = path.join(folder, 'webhooks.ndjson');
    const receiver = await WebhookReceiver.start({
      file,
      answer: (response, { body }) => {
        void receivedBy.#answer(response, keyOf(JSON.parse(body) as StageWebhook), random);
      },
    });
    const receivedBy = new StageReceiver(file, receiver, answersWithinMs);
    return receivedBy;
  }

  get url(): string {
    return this.receiver.url;
  }

  /** Resolves when one more request has come, which is not answered yet. */
  async nextRequest(): Promise<void> {
    const { received } = this.receiver;
    for (const { length } = received; received.length === length;) await delay(2);
  }

  stop(): Promise<void> {
    return this.receiver.stop();
  }

  get summary(): string {
    const webhooks = this.#received();
    const repeated = webhooks.length - new Set(webhooks.map(keyOf)).size;
    return (
      `${webhooks.length} requests, ${this.#refused.length} of them answered by 500, ${this.#cutOff.length} cut off; ` +
      `${repeated} repeated under the same key`
    );
  }

  /** @returns stages of these conversations without an acknowledged request */
  lostOf(conversations: ReadonlySet<string>): readonly string[] {
    const acknowledged = new Set(this.#acknowledged().map(stageOf));
    return [...conversations]
      .flatMap((id) => stages.map((stage) => `${id} ${stage}`))
      .filter((stage) => !acknowledged.has(stage));
  }

  /** @returns conversations with requests that are not among these */
  othersThan(conversations: ReadonlySet<string>): readonly string[] {
    const told = new Set(this.#received().map(({ conversation_id: id }) => id));
    return [...told].filter((id) => !conversations.has(id));
  }

  /** A stage has one key, and a key has one stage, however often it comes. @returns where it is not so, in words */
  toldTwice(): readonly string[] {
    const pairs = [...new Set(this.#received().map((webhook) => `${stageOf(webhook)} ${keyOf(webhook)}`))];
    const repeats = (what: string, all: readonly string[]) =>
      all.filter((one, index) => all.indexOf(one) !== index).map((one) => `${what} ${one}`);
    const parts = pairs.map((pair) => ({
      stage: pair.slice(0, pair.lastIndexOf(' ')),
      key: pair.slice(pair.lastIndexOf(' ') + 1),
    }));
    return [
      ...repeats(
        'two keys of',
        parts.map(({ stage }) => stage),
      ),
      ...repeats(
        'two stages of',
        parts.map(({ key }) => key),
      ),
    ];
  }

  async #answer(response: ServerResponse, key: string, random: SeededRandom): Promise<void> {
    const isRefused = !this.#seen.has(key) && random.below(refusedIn) === 0;
    this.#seen.add(key);
    await delay(random.below(this.answersWithinMs));
    if (response.destroyed) {
      this.#cutOff.push(key);
      return;
    }
    if (isRefused) this.#refused.push(key);
    response.writeHead(isRefused ? 500 : 204).end();
  }

  /** All requests except those that can not count as acknowledged. */
  #acknowledged(): readonly StageWebhook[] {
    const left = [...this.#refused, ...this.#cutOff];
    return this.#received().filter((webhook) => {
      const index = left.indexOf(keyOf(webhook));
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    });
  }

  #received(): readonly StageWebhook[] {
    return readFileSync(this.file, { encoding: 'utf8', flag: 'a+' })
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as StageWebhook);
  }
}

const keyOf = ({ idempotent_key: key }: StageWebhook) => key;
const stageOf = ({ conversation_id: id, post_processing_type: stage }: StageWebhook) => `${id} ${stage}`;
