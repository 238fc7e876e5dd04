import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { SeededRandom } from '@svc/testing';
import { signInAsNewUser } from '../../support/members.js';
import type { RunningSystem } from '../../support/running-system.js';
import { signInAsDemoUser } from '../../support/sessions.js';
import { Speaker } from '../../support/speaker.js';
import { createDestination } from '../../support/webhook-destinations.js';
import { Leavers } from '../bus/leavers.js';
import { Finisher } from './finisher.js';
import { StageReceiver, type StageReceiverOptions } from './stage-receiver.js';

export interface FinishingOptions extends StageReceiverOptions {
  readonly system: RunningSystem;
  readonly users: number;
}

/** What has followed from conversations that were finished. */
export interface FinishingAudit {
  /** Stages that a destination did not get. */
  readonly lost: readonly string[];
  /** Stages with two keys, and keys with two stages. */
  readonly toldTwice: readonly string[];
  /** Reported conversations that ended by the deletion of their user. */
  readonly toldOfDeleted: readonly string[];
  readonly notAnalyzed: readonly string[];
  readonly wrongMemories: readonly string[];
}

export const nothingWrong: FinishingAudit = {
  lost: [],
  toldTwice: [],
  toldOfDeleted: [],
  notAnalyzed: [],
  wrongMemories: [],
};

/**
 * After the load, nothing came for so long, so nothing will: claims of who was killed run out after 30 s, and so does their
 * place in a group. What comes goes on to be waited for: a slow destination has as many as came before in its queue.
 */
const nothingCameForMs = 120_000;
const lookEveryMs = 1_000; // it asks for all that each user has
/** A point comes at most so long after a webhook has come: most are not answered by then. */
const maxPointMs = 100;

/**
 * Users who finish one conversation after the other, people who are deleted in the middle of theirs, and a destination that
 * is told of what follows.
 */
export class FinishingRun {
  #failure: Error | undefined;

  private constructor(
    private readonly receiver: StageReceiver,
    private readonly finishers: readonly Finisher[],
    private readonly leavers: Leavers,
    private readonly random: SeededRandom,
  ) {}

  static async begin({ system, users, ...received }: FinishingOptions): Promise<FinishingRun> {
    const receiver = await StageReceiver.start(received);
    const credentials = system.credentials();
    const administrator = await signInAsDemoUser(system.baseUrl, credentials);
    await createDestination(administrator, receiver.url);
    const finishers: Finisher[] = [];
    while (finishers.length < users) {
      const { userId, client } = await signInAsNewUser(administrator, credentials);
      finishers.push(new Finisher(userId, new Speaker({ client, serviceId: credentials.service_id })));
    }
    const run = new FinishingRun(
      receiver,
      finishers,
      new Leavers(administrator, credentials),
      received.random,
    );
    for (const load of [...finishers, run.leavers])
      load.begin().catch((error: unknown) => (run.#failure ??= error as Error));
    return run;
  }

  /** Conversations whose finish was acknowledged. */
  get finished(): number {
    return this.finishers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  }

  /** Resolves when this many more conversations are finished and one more user is deleted. */
  async goesOn(conversations = 5): Promise<void> {
    const until = { finished: this.finished + conversations, deleted: this.leavers.deleted.length + 1 };
    while (this.finished < until.finished || this.leavers.deleted.length < until.deleted) {
      if (this.#failure) throw this.#failure;
      await delay(20);
    }
  }

  /** Resolves while a webhook of a conversation is on its way. */
  async isBeingTold(): Promise<void> {
    await this.goesOn();
    await this.receiver.nextRequest();
    await delay(this.random.below(maxPointMs)); // not a wait: the point that a fault hits
  }

  /** Ends the load and compares, when all that follows has come, or will not come any more. */
  async audit(): Promise<FinishingAudit> {
    await Promise.all([...this.finishers, this.leavers].map((load) => load.stop()));
    let audit = await this.#compare();
    let left = leftOf(audit);
    let changedAt = performance.now();
    while (left > 0 && performance.now() < changedAt + nothingCameForMs) {
      await delay(lookEveryMs);
      audit = await this.#compare();
      if (leftOf(audit) !== left) changedAt = performance.now();
      left = leftOf(audit);
    }
    process.stdout.write(
      `${expect.getState().currentTestName}: ${this.finished} conversations finished, ${this.leavers.deleted.length} people deleted; ` +
        `${this.receiver.summary}\n`,
    );
    return audit;
  }

  async end(): Promise<void> {
    await Promise.allSettled([...this.finishers, this.leavers].map((load) => load.stop()));
    await this.receiver.stop();
  }

  async #compare(): Promise<FinishingAudit> {
    const all = await Promise.all(this.finishers.map((finisher) => finisher.finished()));
    const conversations = new Set(all.flatMap((of) => of.conversations));
    return {
      lost: this.receiver.lostOf(conversations),
      toldTwice: this.receiver.toldTwice(),
      toldOfDeleted: this.receiver.othersThan(conversations),
      notAnalyzed: all.flatMap(({ notAnalyzed }) => notAnalyzed),
      wrongMemories: all.flatMap(({ wrongMemories }) => wrongMemories),
    };
  }
}

/** How much is still to come; whether what came was right is another question. */
function leftOf({ lost, notAnalyzed }: FinishingAudit): number {
  return lost.length + notAnalyzed.length;
}
