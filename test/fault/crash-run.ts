import { setTimeout as delay } from 'node:timers/promises';
import { openLeftEvents, openLeftDatabase } from '@svc/testing';
import { runAdmin } from '../support/admin.js';
import { HttpError } from '../support/client.js';
import { compareLogWithRecord, interactionsOf, isCompleted } from '../support/compare-log.js';
import { countLeases, readConversationLog, type ConversationLog } from '../support/conversation-log.js';
import { countTurns, streamViolations, turnInWords, type HeldConversation } from '../support/held-turn.js';
import { compareWithRecord, interactionsIn } from '../support/kept-interactions.js';
import { ModelServer } from '../support/model-server.js';
import type { SeededRandom } from '@svc/testing';
import { signInAsDemoUser } from '../support/sessions.js';
import { signUpSpeakers, type Speaker } from '../support/speaker.js';
import { StandaloneProcess } from '../support/standalone-process.js';
import type { StreamEvent } from '../support/stream-events.js';
import { KillPoints, reaches } from './kill-point.js';

export type Victim = 'node' | 'postgres' | 'both';

export interface CrashRunOptions {
  readonly victim: Victim;
  readonly dataDir: string;
  readonly conversations: number;
  readonly random: SeededRandom;
}

/** One fault, by the clock of this machine in ms. */
interface Fault {
  readonly killedAtMs: number;
  readonly readyAtMs: number;
  /** Turns that were under way. */
  readonly turns: number;
}

/** A piece each 10 ms: a turn is long enough to be hit. */
const pieceDelayMs = 10;
const pieces = ['One ', 'two ', 'three ', 'four ', 'five.'];
/** One start in this many is killed too, at any point up to this one. */
const killedStartIn = 3;
const maxStartMs = 1_200;

/** Users in conversation with a standalone that is killed and comes back, again and again. */
export class CrashRun {
  readonly faults: Fault[] = [];
  /** Requests answered by 503 while the database was away. */
  refused = 0;
  /** Starts after a kill that were killed themselves. */
  killedStarts = 0;
  readonly #points: KillPoints;
  #utterances = 0;
  #committedUnheard = 0;
  #isTalking = false;
  readonly #failuresBefore: string[] = [];
  #onEvent: (event: StreamEvent) => void = () => undefined;

  private constructor(
    private readonly options: CrashRunOptions,
    private readonly model: ModelServer,
    private standalone: StandaloneProcess,
    private speakers: readonly Speaker[],
  ) {
    this.#points = new KillPoints(options.random);
  }

  static async start(options: CrashRunOptions): Promise<CrashRun> {
    const model = await ModelServer.start({ pieces });
    const standalone = await StandaloneProcess.start({ dataDir: options.dataDir, env: model.env });
    const run = new CrashRun(options, model, standalone, []);
    const credentials = standalone.credentials();
    const administrator = await signInAsDemoUser(standalone.baseUrl, credentials);
    run.speakers = await signUpSpeakers(administrator, credentials, options.conversations, (event) =>
      run.#onEvent(event),
    );
    return run;
  }

  /** What the clients know, in words for the report. */
  get summary(): string {
    const inside = this.faults.filter((fault) => fault.turns > 0);
    return [
      `${this.faults.length} kills of ${this.options.victim}, ${inside.length} of them inside turns`,
      `(${inside.reduce((sum, fault) => sum + fault.turns, 0)} turns hit), ${this.killedStarts} more in a start that followed;`,
      `${countTurns(this.#held)} (${this.#committedUnheard} of these had been committed);`,
      `${this.refused} requests answered by 503 meanwhile`,
    ].join(' ');
  }

  get hasHitEachKind(): boolean {
    return this.#points.haveAllKindsCome;
  }

  get #held(): readonly HeldConversation[] {
    return this.speakers.flatMap(({ conversations }) => conversations);
  }

  /** Everybody talks; the victim is killed and comes back. @returns what is wrong afterwards */
  async killOnce(): Promise<readonly string[]> {
    const { standalone, speakers } = this;
    const { victim } = this.options;
    const point = this.#points.draw(speakers.length, pieces.length + 3);
    const serverPid = standalone.postgresPid(); // looked up before, so that the kill comes at once
    let turns = 0;
    let killedAtMs = Infinity;
    const kill = (): Promise<void> => {
      turns = speakers.filter(({ isInTurn }) => isInTurn).length;
      killedAtMs = Date.now();
      this.#isTalking = false;
      return standalone.kill(victim, serverPid);
    };

    this.model.pieceDelayMs = pieceDelayMs;
    const reached = this.#untilHeard(
      reaches(point),
      point.kind === 'at an acknowledgement' ? kill : undefined,
    );
    this.#isTalking = true;
    const talks = Promise.all(speakers.map((speaker) => this.#talk(speaker)));
    await Promise.race([reached, talks]);
    if (point.kind === 'between turns') {
      this.#isTalking = false;
      await talks;
    }
    // Not a wait for anything: the point between two lines at which the kill comes.
    if (point.kind === 'in turns') await delay(point.delayMs);
    await (killedAtMs === Infinity ? kill() : reached);
    await this.#comeBack();
    this.faults.push({ killedAtMs, readyAtMs: Date.now(), turns });
    await talks;
    return [...this.#failuresBefore.splice(0), ...(await this.#compareMessages())];
  }

  /** Each conversation takes one more turn. @returns which can not */
  async goOn(): Promise<readonly string[]> {
    this.model.pieceDelayMs = 0;
    const turns = await Promise.all(this.speakers.map((speaker) => this.#takeTurn(speaker)));
    return turns.flatMap((turn) =>
      turn.outcome === 'complete' ? streamViolations(turn) : [`after the restart: ${turnInWords(turn)}`],
    );
  }

  /** Ends in good order and compares the log with what the clients know. @returns what is wrong */
  async finish(): Promise<readonly string[]> {
    const { exitCode, errorOutput } = await this.standalone.stop();
    if (exitCode !== 0) return [`the last stop ended with ${exitCode}: ${errorOutput}`];
    await runAdmin(this.options.dataDir, 'events', 'verify');
    const left = await openLeftDatabase(this.options.dataDir);
    try {
      const open = await openLeftEvents(left.database, this.options.dataDir);
      const log = await readConversationLog(left.database, open);
      const leases = await countLeases(left.database);
      const held = this.#held;
      const acknowledged = held.flatMap(({ turns }) => turns).filter(({ outcome }) => outcome === 'complete');
      this.#committedUnheard = interactionsOf(log).filter(isCompleted).length - acknowledged.length;
      return [
        ...(leases > 0 ? [`${leases} leases are left`] : []),
        ...compareLogWithRecord(log, held),
        ...this.#voidedTooLate(log),
      ];
    } finally {
      await left.close();
    }
  }

  async stop(): Promise<void> {
    if (this.standalone.isRunning) await this.standalone.stop();
    await this.model.stop();
  }

  async #talk(speaker: Speaker): Promise<void> {
    while (this.#isTalking) {
      const turn = await this.#takeTurn(speaker);
      if (turn.outcome === 'complete') continue;
      if (this.#isTalking) this.#failuresBefore.push(`before any fault: ${turnInWords(turn)}`);
      return;
    }
  }

  #takeTurn(speaker: Speaker) {
    this.#utterances += 1;
    return speaker.conversations.length === 0
      ? speaker.begin()
      : speaker.say(`This is what I say, number ${this.#utterances}.`);
  }

  /** Resolves with the line that is waited for; starts `then` immediately, and waits for it as well. */
  #untilHeard(isReached: (event: StreamEvent) => boolean, then?: () => Promise<void>): Promise<void> {
    const reached = Promise.withResolvers<void>();
    let isOver = false;
    this.#onEvent = (event) => {
      if (isOver || !isReached(event)) return;
      isOver = true;
      reached.resolve(then?.());
    };
    return reached.promise;
  }

  async #comeBack(): Promise<void> {
    const { standalone, options } = this;
    if (options.victim === 'postgres') {
      const back = standalone.untilItRefuses().then(() => standalone.untilItServes());
      await this.#askUntil(back);
      return;
    }
    const port = Number(new URL(standalone.baseUrl).port);
    const start = { dataDir: options.dataDir, port, env: this.model.env };
    if (options.random.below(killedStartIn) === 0) {
      this.standalone = await StandaloneProcess.launch(start);
      await delay(options.random.below(maxStartMs)); // the point of the start that is hit
      const serverPid = this.standalone.findPostgresPid();
      await this.standalone.kill(serverPid === undefined ? 'node' : options.victim, serverPid);
      this.killedStarts += 1;
    }
    this.standalone = await StandaloneProcess.start(start);
  }

  /** Without the database a request gets a response, or 503 at once. */
  async #askUntil(back: Promise<void>): Promise<void> {
    let isBack = false;
    const ask = async (): Promise<void> => {
      while (!isBack) {
        await this.speakers[0]?.client.conversations().catch((error: unknown) => {
          if (!(error instanceof HttpError) || error.status !== 503) throw error;
          this.refused += 1;
        });
      }
    };
    await Promise.all([back.finally(() => (isBack = true)), ask()]);
  }

  async #compareMessages(): Promise<readonly string[]> {
    const faults = await Promise.all(
      this.speakers.map(async (speaker) => {
        await speaker.findOwnConversations();
        const found: string[] = [];
        for (const held of [...speaker.conversations]) {
          const messages = await speaker.messagesOf(held);
          found.push(...compareWithRecord(held, interactionsIn(messages ?? [])));
          if (messages === undefined) speaker.forget(held);
        }
        return found;
      }),
    );
    return faults.flat();
  }

  /** Turns that Node ran when it was killed have to be settled before `/readyz` answers 200. */
  #voidedTooLate(log: ConversationLog): readonly string[] {
    if (this.options.victim === 'postgres') return []; // Node is alive, and so are turns that waited for the model
    return this.faults.flatMap(({ killedAtMs, readyAtMs }) =>
      interactionsOf(log)
        .filter(({ startedAtMs, endedAtMs }) => startedAtMs < killedAtMs && endedAtMs > readyAtMs)
        .map(({ id, outcome }) => `interaction ${id} was still open after the restart, and later ${outcome}`),
    );
  }
}
