import type { JsonObject } from '@svc/kernel';
import type { StateName } from '../graph/context-graph.js';
import type { KnownToolCall, ToolCall, ToolOutcome } from '../input/tool-call.js';
import type { TurnRequest } from '../input/turn-request.js';
import type { SceneTools, ShownToolCall } from '../model/tool-task.js';
import type { ToolNote } from '../protocol/tool-note.js';
import { boundInput, type BoundInput } from './bound-input.js';
import { withNote } from './known-calls.js';
import { storedOutcome } from './persistence.js';
import { offeredTools, offerOf, type OfferedTool, type ToolSpecs } from './offered-tool.js';
import { isStatusOffered, statusSpec, statusTool } from './status-tool.js';

/** Rounds of tools in one turn. */
export const maxToolRounds = 8;

/** Gets what is to be stored. `isWithholding`: what models word from now on may show what is stored nowhere. */
interface NoteTaker {
  readonly isWithholding: boolean;
  note(note: ToolNote): void;
}

/** The tools of a turn: those that it may call, and what has come of its calls and of earlier ones. */
export class TurnTools {
  /** Rounds that have begun. */
  rounds = 0;
  /** Whether the turn went on without an outcome that it had waited for. */
  isPending = false;
  /** The call of this turn that waits for a person; null: none. */
  parkedNow: ToolCall | null = null;
  #effects = 0;
  #calls: readonly KnownToolCall[];
  /** By call: what this turn itself is shown, whatever later turns are. */
  readonly #own = new Map<string, { readonly input: JsonObject; readonly outcome: ToolOutcome | null }>();
  /** Outcomes that the last message could not know. */
  readonly #heardBefore: ReadonlySet<string>;
  /** Outcomes that the message knows. */
  #told: ReadonlySet<string> = new Set();
  #offered: readonly OfferedTool[] = [];
  /** By call: whether its input is stored nowhere. */
  readonly #withheldInputs = new Map<string, boolean>();
  /** Intents whose call was not made yet. */
  readonly #uncalled = new Set<string>();

  constructor(
    private readonly request: Pick<
      TurnRequest,
      'interactionId' | 'toolCalls' | 'tools' | 'session' | 'waits'
    >,
    private readonly recorder: NoteTaker,
  ) {
    this.#calls = request.toolCalls;
    this.#heardBefore = new Set(request.toolCalls.filter(({ isHeard }) => isHeard).map(({ id }) => id));
  }

  /** Calls of the conversation, oldest first. */
  get calls(): readonly KnownToolCall[] {
    return this.#calls;
  }

  /** The call that waits for a person, of this turn or an earlier one; null: none. */
  get parked(): ToolCall | null {
    return this.parkedNow ?? this.request.waits?.parked ?? null;
  }

  /** It begins to wait with the end of the turn. */
  parks(call: ToolCall): void {
    this.parkedNow = call;
  }

  /** The message is worded, with what is known now. */
  tell(): void {
    this.#told = new Set(this.#calls.filter(({ outcome }) => outcome !== null).map(({ id }) => id));
  }

  /** Ids of the calls whose outcome came too late for the message. */
  get unheard(): readonly string[] {
    return this.#calls
      .filter(({ id, outcome, isHeard }) => outcome !== null && !isHeard && !this.#told.has(id))
      .map(({ id }) => id);
  }

  /** A call with effects that an earlier turn has made here for the same purpose, and that the user was told nothing of. */
  unheardOf({ descriptor, purpose }: OfferedTool, state: StateName): KnownToolCall | undefined {
    return this.#calls.findLast(
      (call) =>
        call.toolId === descriptor.toolId &&
        call.state === state &&
        call.purpose === purpose &&
        call.effectKey !== null &&
        !call.isHeard &&
        mayHaveTakenEffect(call) &&
        !call.id.startsWith(`${this.request.interactionId}/`),
    );
  }

  get offered(): readonly OfferedTool[] {
    return this.#offered;
  }

  /** Decides what may be called from now on. Once all rounds are used up, nothing is. */
  offer(lists: readonly ToolSpecs[]): readonly OfferedTool[] {
    if (this.rounds > maxToolRounds) return (this.#offered = []);
    const { parked } = this;
    const offered = offeredTools(lists, this.request.tools).filter(
      ({ descriptor }) => parked === null || descriptor.needsApproval !== true,
    );
    const status = { spec: statusSpec, descriptor: statusTool, purpose: 'navigate' } as const;
    return (this.#offered =
      offered.length > 0 && isStatusOffered(this.#calls) ? [...offered, status] : offered);
  }

  /** What code puts into the input of a call. */
  boundTo({ spec }: Pick<OfferedTool, 'spec'>): BoundInput {
    return boundInput(spec, this.request.session, this.#calls);
  }

  /** For one more call with effects. */
  nextEffectKey(): string {
    this.#effects += 1;
    return `${this.request.interactionId}/${this.#effects}`;
  }

  /** A call that is about to be made: it is stored before. */
  intends(call: ToolCall): void {
    this.#uncalled.add(call.id);
    this.#note({ type: 'intent', call }, null);
  }

  /** The call is made now. */
  begins(call: ToolCall): void {
    this.#uncalled.delete(call.id);
    this.#isInputWithheld(call);
    this.#own.set(call.id, { input: call.input, outcome: null });
  }

  ends(call: ToolCall, outcome: ToolOutcome): void {
    this.#note({ type: 'outcome', call, outcome: storedOutcome(call, outcome) }, outcome);
  }

  /** The turn is over: what it has not called, nobody will. @param nowMs milliseconds since the Unix epoch */
  close(nowMs: number): void {
    const reason = 'The turn ended before the call was made.';
    const outcome = { status: 'not-called', failure: null, reason, result: null } as const;
    for (const { outcome: known, isShown: _shown, isHeard: _heard, ...call } of this.#calls)
      if (known === null && this.#uncalled.has(call.id))
        this.ends(call, { ...outcome, durationMs: 0, endedAtMs: nowMs });
  }

  /** The call that an answer is about, unless it has ended. */
  running(id: string): ToolCall | undefined {
    return this.#calls.find((call) => call.id === id && call.outcome === null);
  }

  #note(note: ToolNote, outcome: ToolOutcome | null): void {
    const { call } = note;
    this.recorder.note(this.#isInputWithheld(call) ? { ...note, call: { ...call, input: {} } } : note);
    this.#calls = withNote(this.#calls, note);
    this.#own.set(note.call.id, { input: note.call.input, outcome });
  }

  /** Asked first when the input was just worded. */
  #isInputWithheld({ id }: ToolCall): boolean {
    const known = this.#withheldInputs.get(id);
    if (known !== undefined) return known;
    const { isWithholding } = this.recorder;
    this.#withheldInputs.set(id, isWithholding);
    return isWithholding;
  }

  /** For models; undefined where the conversation has nothing to do with tools. */
  scene(): SceneTools | undefined {
    const { parked } = this;
    const calls = [
      ...this.#calls.flatMap((call) => this.#shown(call)),
      ...(parked === null ? [] : [parkedCall(parked, this.parkedNow !== null)]),
    ];
    if (calls.length === 0 && this.#offered.length === 0) return undefined;
    return { offers: this.#offered.map(offerOf), calls };
  }

  #shown(call: KnownToolCall): readonly ShownToolCall[] {
    const own = this.#own.get(call.id);
    if (own === undefined && !call.isShown) return [];
    const { input, outcome } = own ?? call;
    return [
      {
        tool: call.name,
        input,
        status: outcome?.status ?? 'running',
        failure: outcome?.failure ?? null,
        reason: outcome?.reason ?? null,
        result: outcome?.result ?? null,
        isNew: !this.#heardBefore.has(call.id),
      },
    ];
  }
}

function parkedCall({ name: tool, input }: ToolCall, isNew: boolean): ShownToolCall {
  return { tool, input, status: 'parked', failure: null, reason: null, result: null, isNew };
}

function mayHaveTakenEffect({ outcome }: KnownToolCall): boolean {
  return outcome === null || outcome.status === 'ended' || outcome.status === 'unknown';
}
