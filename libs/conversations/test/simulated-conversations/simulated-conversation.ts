import {
  TurnRecorder,
  engineVersion,
  promptVersion,
  turnBegan,
  TurnMachine,
  type Commit,
  type CommitAnswer,
  type Recollection,
  type TurnLimits,
  type TurnRecord,
  type TurnResult,
} from '@svc/engine';
import { type Chances, SimulatedTurn, type TurnTrace } from '@svc/engine/simulation';
import { DomainError } from '@svc/errors';
import { DataKey } from '@svc/sealing';
import type { Definition } from '../../src/ports/ports.js';
import { noRecord, type NewInput, type NewInteraction } from '../../src/domain/conversation-command.js';
import { existing } from '../../src/domain/conversation-decider.js';
import type { ConversationEvent, VoidReason } from '../../src/domain/conversation-event.js';
import { absentConversation, type Conversation } from '../../src/domain/conversation.js';
import type { SummarizeConversation } from '../../src/domain/conversation-command.js';
import type { TurnConditions } from '../../src/domain/turn-conditions.js';
import type { WrittenKey } from '../../src/replay/recorded-history.js';
import { ada, identity, startedAtMs, type TimedCommand } from '../histories.js';
import type { Parts } from './parts.js';

/** What the client of a turn got at its end; `nothing` if its process died. */
export type Heard = 'complete' | 'failed' | 'nothing';

export interface SimulatedTurnRecord {
  readonly interactionId: string;
  readonly input: NewInput;
  /** The latest recollections of the user when it began. */
  readonly recalled: readonly Recollection[];
  readonly clientHeard: Heard;
  /** The commit that it requested; null if it did not get that far. */
  readonly left: TurnResult | null;
  /** Null if the process died before it. */
  readonly trace: TurnTrace | null;
  /** Whether the calls of the turn could be recorded: its process lived, and nobody was deleted. */
  readonly isRecorded: boolean;
}

/** The outcome of a last commit, and what its sender learned of it. */
interface Committed extends Pick<SimulatedTurnRecord, 'clientHeard' | 'isRecorded'> {
  readonly answer: CommitAnswer;
  readonly left: TurnRecord & { readonly result: TurnResult };
}
const takenOver = new Error('Somebody else has the turn.');

/** Who ends a turn from outside. */
type Stop = 'client-gone' | 'instance-stops' | 'user-deleted';

export const secret: WrittenKey = {
  id: '0190f3a0-1111-7222-8333-444455556666',
  secret: Buffer.alloc(32, 7).toString('base64'),
};
const key = new DataKey(secret.id, Buffer.from(secret.secret, 'base64'));
const model = { name: 'simulated/test', settings: { temperature: 0 } };
/** So short that many messages are cut, and that messages soon fall out of the window. */
export const tightLimits: TurnLimits = {
  maxPassthroughStates: 50,
  maxTranscriptCharacters: 160,
  maxMessageCharacters: 60,
  maxJudgedEntries: 3,
  maxMessagesAhead: 2,
  maxSummaryCharacters: 80,
};
const takenUnder: Omit<TurnConditions, 'limits'> = {
  engineVersion,
  promptVersion,
  model: model.name,
  modelSettingsJson: JSON.stringify(model.settings),
};

const livesInCologne: Recollection = {
  type: 'known',
  content: 'Lives in Köln 📚.',
  context: '',
  saidAtMs: Date.UTC(2026, 0, 30),
};
const collectsMaps: Recollection = {
  type: 'remembered',
  content: '</known_of_user> Collects maps.',
  context: 'A gift',
  saidAtMs: Date.UTC(2025, 4, 1),
};

/** A conversation of one user, with clients that disconnect and processes that die, and its log. */
export class SimulatedConversation {
  readonly log: ConversationEvent[] = [];
  readonly turns: SimulatedTurnRecord[] = [];
  #state: Conversation = absentConversation;
  #atMs = startedAtMs;
  #recalled: readonly Recollection[] = [];
  /** Complete or in progress, and not in the log. */
  #summary: SummarizeConversation | null = null;

  constructor(
    readonly definition: Definition,
    readonly chances: Chances,
    readonly parts: Parts,
    readonly limits: TurnLimits,
    /** For summaries: turns are the same with and without them. */
    readonly summaryChances: Chances,
  ) {}

  /** As the instance that runs it sees it. */
  get state(): Conversation {
    return this.#state;
  }

  get isOver(): boolean {
    return this.#state.stage === 'finished' || this.#state.stage === 'discarded';
  }

  takeTurn(): void {
    const interactionId = `i${this.turns.length + 1}`;
    const heard = this.#anything(interactionId);
    if (this.chances.in100(3)) return this.#record({ interactionId, input: heard, clientHeard: 'nothing' });
    const recollections = this.#recollections();
    if (this.summaryChances.in100(40)) this.#commitSummary();
    this.#begin({ interactionId, input: heard, user: ada, recollections });

    const input = this.parts.turnInput(existing(this.#state), this.definition);
    const recorder = new TurnRecorder((use, text) => key.hash(use, text));
    let committed: Committed | undefined;
    const simulated = new SimulatedTurn(new TurnMachine(input, model, recorder), this.chances, (left) => {
      if (this.summaryChances.in100(40)) this.#commitSummary();
      committed = this.#complete(interactionId, left);
      return committed.answer;
    });
    const stopsAfterMs = this.chances.in100(25) ? this.chances.below(1_500) : null;
    const crashesAfterMs = this.chances.in100(8) ? this.chances.below(1_500) : null;
    const isGated = this.chances.in100(40);
    const end = simulated.run(turnBegan(input, isGated), { stopsAfterMs, crashesAfterMs });
    const left = committed?.left.result ?? null;
    if (end === 'crashed') {
      this.#takeOver(interactionId, 'lease-expired');
      return this.#record({ interactionId, input: heard, clientHeard: 'nothing', left });
    }
    // What came after its commit is in no log.
    const facts = committed?.left.facts ?? recorder.facts();
    const trace: TurnTrace = { input, steps: simulated.steps, end, calls: recorder.calls(), facts };
    const { clientHeard, isRecorded } = committed ?? this.#voidOf(trace);
    this.#record({ interactionId, input: heard, trace, left, clientHeard, isRecorded });
  }

  /**
   * At the end of a turn that let something fall out of the window, on the state that its commit left. Its process may die
   * before the log has the summary.
   */
  sumUp(): void {
    if (this.#state.stage !== 'open' || this.#state.running !== null || this.#summary !== null) return;
    const { lastInteractionId: interactionId } = this.#state;
    if (interactionId === null || this.turns.at(-1)?.clientHeard !== 'complete') return;
    const { summaryChances: chances } = this;
    const recorder = new TurnRecorder((use, text) => key.hash(use, text));
    const context = this.parts.turnContext(this.#state, this.definition);
    const commit = ({ contents, ...record }: Commit): CommitAnswer => {
      if (contents.type !== 'summary') throw new TypeError('A summary was to be committed.');
      const { summary } = contents;
      this.#summary = { type: 'SummarizeConversation', interactionId, ...this.parts.record(record), summary };
      return 'acknowledged';
    };
    new SimulatedTurn(new TurnMachine(context, model, recorder), chances, commit).run(
      { type: 'turn-ended', interactionId },
      {
        stopsAfterMs: chances.in100(20) ? chances.below(1_500) : null,
        crashesAfterMs: chances.in100(10) ? chances.below(1_500) : null,
      },
    );
  }

  /** Independent of the turn that runs then. */
  #commitSummary(): void {
    if (this.#summary !== null && this.#state.stage === 'open')
      this.#commit({ ...this.#summary, atMs: this.#atMs });
    this.#summary = null;
  }

  /** Undefined if nothing new is recalled. */
  #recollections(): readonly Recollection[] | undefined {
    if (!this.chances.in100(20)) return undefined;
    this.#recalled = this.chances.pick([[], [livesInCologne], [livesInCologne, collectsMaps]]);
    return this.#recalled;
  }

  #begin(interaction: NewInteraction): void {
    const { startedAtMs: _at, ...fresh } = identity;
    const started = this.#state.stage === 'absent';
    const conditions = { ...takenUnder, limits: this.limits };
    this.#commit(
      started
        ? {
            type: 'StartConversation',
            identity: fresh,
            interaction,
            conditions,
            atMs: this.#tick(),
          }
        : { type: 'StartInteraction', interaction, conditions, atMs: this.#tick() },
    );
  }

  /** For a turn without a commit. */
  #voidOf({ end, calls, facts }: TurnTrace): Pick<SimulatedTurnRecord, 'clientHeard' | 'isRecorded'> {
    const record = { calls, facts };
    if (end.outcome === 'failed') return this.#void('failed', record);
    switch (this.chances.pick<Stop>(['client-gone', 'client-gone', 'instance-stops', 'user-deleted'])) {
      case 'client-gone':
        return { ...this.#void('cancelled', record), clientHeard: 'nothing' };
      case 'instance-stops':
        return this.#void('failed', record);
      case 'user-deleted':
        this.#commit({ type: 'EndForDeletion', atMs: this.#tick() });
        return { ...this.#void('deletion', record), isRecorded: false };
    }
  }

  /** The last commit. It succeeds or fails, and its sender gets the response or dies. */
  #complete(interactionId: string, { contents, ...record }: Commit): Committed {
    if (contents.type !== 'turn') throw new TypeError('A turn was to be committed.');
    const left = { ...record, result: contents.result };
    const command: TimedCommand = {
      type: 'CompleteInteraction',
      turn: {
        interactionId,
        result: left.result,
        ...this.parts.record(left),
        notes: left.notes,
        agentName: 'Lin',
        messageId: `${interactionId}-agent`,
        innerThoughtIds: left.result.innerThoughts.map((_text, place) => `${interactionId}-thought-${place}`),
      },
      atMs: this.#tick(),
    };
    if (this.chances.in100(5)) {
      this.#takeOver(interactionId, 'owner-restarted');
      // It was only paused, and continues now.
      if (this.chances.in100(50)) this.#commitLate(command);
      return { answer: { refused: takenOver }, left, clientHeard: 'nothing', isRecorded: false };
    }
    this.#commit(command);
    const answer = 'acknowledged';
    if (!this.chances.in100(5)) return { answer, left, clientHeard: 'complete', isRecorded: true };
    this.#takeOver(interactionId, 'lease-expired');
    return { answer, left, clientHeard: 'nothing', isRecorded: true };
  }

  #void(reason: VoidReason, record: TurnRecord): Pick<SimulatedTurnRecord, 'clientHeard' | 'isRecorded'> {
    this.#commit({ type: 'VoidInteraction', reason, ...this.parts.record(record), atMs: this.#tick() });
    return { clientHeard: 'failed', isRecorded: true };
  }

  /** Another process, which has only the log. It ends the abandoned turn. */
  #takeOver(interactionId: string, reason: VoidReason): void {
    this.#state = this.log.reduce((state, event) => this.parts.evolve(state, event), absentConversation);
    if (this.#state.stage !== 'absent' && this.#state.running?.interactionId === interactionId)
      this.#commit({ type: 'VoidInteraction', reason, ...noRecord, atMs: this.#tick() });
  }

  #commitLate(command: TimedCommand): void {
    try {
      this.#commit(command);
    } catch (refused) {
      if (!(refused instanceof DomainError)) throw refused;
    }
  }

  #commit(command: TimedCommand): void {
    for (const event of this.parts.decide(this.#state, command)) {
      this.log.push(event);
      this.#state = this.parts.evolve(this.#state, event);
    }
  }

  #anything(interactionId: string): NewInput {
    if (this.#state.stage === 'absent' || this.chances.in100(5))
      return { kind: this.#state.stage === 'absent' ? 'greeting' : 'skip' };
    const text = this.chances.pick(['Hello', 'I would like a book 📚', 'Bye', '  spaced  ']);
    const at = { timestampMs: this.#atMs, aheadMs: 0 };
    const externalEvents = this.chances.in100(20)
      ? [{ messageId: `${interactionId}-event`, content: 'A bell rings', ...at }]
      : [];
    return {
      kind: 'user-message',
      messageId: `${interactionId}-user`,
      text: `${text} (${interactionId})`,
      externalEvents,
    };
  }

  #tick(): number {
    this.#atMs += 1 + this.chances.below(5_000);
    return this.#atMs;
  }

  #record(
    turn: Pick<SimulatedTurnRecord, 'interactionId' | 'input' | 'clientHeard'> & Partial<SimulatedTurnRecord>,
  ): void {
    this.turns.push({ trace: null, left: null, isRecorded: false, recalled: this.#recalled, ...turn });
  }
}
