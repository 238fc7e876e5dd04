import { setTimeout as delay } from 'node:timers/promises';
import { openLeftEvents, type TestDatabase } from '@svc/testing';
import { ClassicClient } from '../support/client.js';
import { compareLogWithRecord, interactionsOf } from '../support/compare-log.js';
import { readConversationLog } from '../support/conversation-log.js';
import { countTurns, streamViolations, turnInWords, type HeldConversation } from '../support/held-turn.js';
import { compareWithRecord, interactionsIn } from '../support/kept-interactions.js';
import { expireLeasesOf } from '../support/leases.js';
import { seededRandom, type SeededRandom } from '@svc/testing';
import { signUpSpeakers, type Speaker } from '../support/speaker.js';
import type { StreamEvent } from '../support/stream-events.js';
import type { Host, TwoHosts } from '../support/two-hosts.js';
import { KillPoints, reaches } from './kill-point.js';

export interface SuspensionRunOptions {
  readonly system: TwoHosts;
  readonly database: TestDatabase['database'];
  readonly conversations: number;
  readonly random: SeededRandom;
  /** Leases run out in their own time. */
  readonly inRealTime: boolean;
}

/** A user with a way to each of the hosts, who speaks to the one or the other. */
interface Visitor {
  readonly first: Speaker;
  readonly second: Speaker;
}

const pieceDelayMs = 10;
const linesOfTurn = 6;

/** Users converse with two hosts. One or the other is stopped, taken over and continued. */
export class SuspensionRun {
  /** How often a host was stopped. */
  suspensions = 0;
  /** Turns that were taken over while their host was suspended. */
  takenOver = 0;
  readonly #points: KillPoints;
  #utterances = 0;
  readonly #failuresBefore: string[] = [];
  #isTalking = false;
  #onEvent: (event: StreamEvent) => void = () => undefined;
  #visitors: readonly Visitor[] = [];

  /** Of its own: users draw in an order that is never the same, and the points of the faults must come again. */
  readonly #choices: SeededRandom;

  private constructor(private readonly options: SuspensionRunOptions) {
    this.#points = new KillPoints(options.random);
    this.#choices = seededRandom(options.random.seed + 1);
  }

  static async start(options: SuspensionRunOptions): Promise<SuspensionRun> {
    const run = new SuspensionRun(options);
    const { system, conversations } = options;
    const administrator = new ClassicClient(system.credentials.base_url, system.credentials.org_id);
    await administrator.signIn(system.credentials);
    const speakers = await signUpSpeakers(administrator, system.credentials, conversations, (event) =>
      run.#onEvent(event),
    );
    run.#visitors = speakers.map((first) => ({ first, second: first.at(system.second.gateway.baseUrl) }));
    for (const { model } of [system.first, system.second]) model.pieceDelayMs = pieceDelayMs;
    await Promise.all(speakers.map((speaker) => speaker.begin()));
    return run;
  }

  /** In words for the report. */
  get summary(): string {
    return [
      `${this.suspensions} times a host was stopped and continued; ${this.takenOver} conversations went on at the other one;`,
      countTurns(this.#held),
    ].join(' ');
  }

  get hasHitEachKind(): boolean {
    return this.#points.haveAllKindsCome;
  }

  get #held(): readonly HeldConversation[] {
    return this.#visitors.flatMap(({ first }) => first.conversations);
  }

  /** Everybody talks; one host is stopped at a random point, taken over, and continued. @returns what is wrong */
  async suspendOnce(): Promise<readonly string[]> {
    const { system, random } = this.options;
    const [victim, other] =
      random.below(2) === 0 ? [system.first, system.second] : [system.second, system.first];
    const point = this.#points.draw(this.#visitors.length, linesOfTurn);
    const reached = Promise.withResolvers<void>();
    const isReached = reaches(point);
    this.#onEvent = (event) => {
      if (isReached(event)) reached.resolve();
    };
    this.#isTalking = true;
    const talks = this.#visitors.map((visitor) => this.#talk(visitor));
    await reached.promise;
    if (point.kind === 'in turns') await delay(point.delayMs); // the point at which it is stopped
    victim.service.suspend();
    this.#isTalking = false;
    this.suspensions += 1;

    const isHeldBy = (host: Host) => (visitor: Visitor) => this.#at(visitor, host).isInTurn;
    while (this.#visitors.some(isHeldBy(other))) await delay(10);
    const stuck = this.#visitors.filter(isHeldBy(victim));
    await expireLeasesOf(this.options.database, victim.name, this.options.inRealTime);
    const taken = await Promise.all(stuck.map((visitor) => this.#at(visitor, other).say(this.#utterance())));
    this.takenOver += taken.length;
    victim.service.resume();
    await Promise.all(talks);
    const refused = taken.filter(({ outcome }) => outcome !== 'complete');
    return [
      ...this.#failuresBefore.splice(0),
      ...refused.map(
        ({ text, failure: error }) => `"${text}" came to nothing at the other host: ${String(error)}`,
      ),
      ...taken.flatMap(streamViolations),
      ...(await this.#compare()),
    ];
  }

  /** Compares the whole log with what all users know. @returns what is wrong */
  async finish(): Promise<readonly string[]> {
    const { database, system } = this.options;
    const log = await readConversationLog(database, await openLeftEvents(database, system.dataDir));
    const running = interactionsOf(log).filter(({ outcome }) => outcome === 'running');
    return [
      ...compareLogWithRecord(log, this.#held),
      ...running.map(({ id }) => `interaction ${id} is still running`),
    ];
  }

  async #talk({ first, second }: Visitor): Promise<void> {
    while (this.#isTalking) {
      const turn = await (this.#choices.below(2) === 0 ? first : second).say(this.#utterance());
      if (this.#isTalking && turn.outcome !== 'complete')
        this.#failuresBefore.push(`before any fault: ${turnInWords(turn)}`);
    }
  }

  /** Through either gateway the lists say the same. */
  async #compare(): Promise<readonly string[]> {
    const speakers = this.#visitors.flatMap(({ first, second }) => [first, second]);
    const faults = await Promise.all(
      speakers.map(async (speaker) => {
        const [held] = speaker.conversations;
        return held ? compareWithRecord(held, interactionsIn((await speaker.messagesOf(held)) ?? [])) : [];
      }),
    );
    return faults.flat();
  }

  #at({ first, second }: Visitor, host: Host): Speaker {
    return host === this.options.system.first ? first : second;
  }

  #utterance(): string {
    this.#utterances += 1;
    return `This is what I say, number ${this.#utterances}.`;
  }
}
