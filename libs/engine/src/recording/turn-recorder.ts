import type { CallFailure, ModelAttempt } from '../model/model-attempt.js';
import { ModelError } from '../model/model-error.js';
import type { Judgement } from '../model/model-port.js';
import { withheldText } from '../model/withheld-text.js';
import type { PromptMessage } from '../model/prompt-message.js';
import type { TimedFact } from '../protocol/turn-fact.js';
import { callKeyText, type CallSubject } from './call-key.js';
import { recordFacts } from './record-facts.js';
import type { RecordedCall, RecordedRequest } from '../protocol/recorded-call.js';
import type { RecordedFact } from '../protocol/recorded-fact.js';
import type { ToolNote } from '../protocol/tool-note.js';
import { requestJson } from './request-json.js';

/**
 * A hash under a key of the data subject, with a separate key for each use: without the key, nobody can guess the text from its
 * hash. The engine holds no keys, so it is passed in.
 */
export type KeyedHash = (use: 'model-call' | 'model-request', text: string) => string;

export interface CallScope extends CallSubject {
  /** Of the command that makes it. */
  readonly id: string;
}

/** A running call. One that is neither answered nor failed was cancelled. */
export interface OpenCall {
  readonly id: string;
  /** Whether its last attempt has failed: a message that still ended was cut there. */
  brokeOff(): boolean;
  /** @throws TypeError when the model has reported no attempt */
  answered(judgement: Judgement | null): void;
  failed(error: unknown): void;
}

/** Bound of the stored response text, in UTF-16 code units. No message or judgement is that long. */
const maxAnswerCharacters = 100_000;

/** Collects the facts and calls of a turn. The caller of the turn keeps it, also when the turn fails. */
export class TurnRecorder {
  readonly #facts: TimedFact[] = [];
  readonly #calls: RecordedCall[] = [];
  readonly #places = new Map<string, number>();
  /** Calls of tools whose results are stored nowhere. */
  readonly #withheld = new Set<string>();
  readonly #notes = new Set<ToolNote>();
  /** Notes whose commit is under way. */
  readonly #storing = new Set<ToolNote>();

  constructor(readonly hash: KeyedHash) {}

  begin(scope: CallScope, model: string, request: RecordedRequest): OpenCall {
    const place = this.#calls.length;
    const { id } = scope;
    const open: RecordedCall = {
      id,
      kind: scope.kind,
      callKey: this.hash('model-call', callKeyText(scope)),
      requestHash: this.hash('model-request', requestJson(request)),
      model,
      request: this.#withheld.size === 0 ? request : { ...request, messages: withheldMessages },
      attempts: [],
      judgement: null,
      failure: 'cancelled',
    };
    this.#calls.push(open);
    this.#places.set(id, place);
    const change = (changes: (call: RecordedCall) => Partial<RecordedCall>): void =>
      this.#change(place, changes);
    return {
      id,
      brokeOff: () => (this.#calls[place]?.attempts.at(-1)?.failure ?? null) !== null,
      answered: (judgement) =>
        change(({ attempts }) => {
          if (attempts.length === 0) throw new TypeError('The model answered, but told of no attempt.');
          return { judgement: this.#storable(judgement), failure: null };
        }),
      failed: (error) => change(() => ({ failure: failureOf(error) })),
    };
  }

  /** Gets each fact before the machine acts on it. */
  took(fact: TimedFact): void {
    this.#facts.push(fact);
    if (fact.type !== 'model-attempted') return;
    const place = this.#places.get(fact.id);
    if (place !== undefined)
      this.#change(place, ({ attempts }) => ({ attempts: [...attempts, this.#kept(fact.attempt)] }));
  }

  /** The result of this call of a tool is not recorded, and neither is what models are asked and answer from now on. */
  withhold(id: string): void {
    this.#withheld.add(id);
  }

  /** Whether there is something that is not recorded. */
  get isWithholding(): boolean {
    return this.#withheld.size > 0;
  }

  note(note: ToolNote): void {
    this.#notes.add(note);
  }

  /** What is to be stored of tools and is not known to be. */
  notes(): readonly ToolNote[] {
    return [...this.#notes];
  }

  /** The notes that no commit has yet. */
  takeNotes(): readonly ToolNote[] {
    const taken = [...this.#notes].filter((note) => !this.#storing.has(note));
    for (const note of taken) this.#storing.add(note);
    return taken;
  }

  stored(notes: readonly ToolNote[]): void {
    for (const note of notes) this.#notes.delete(note);
  }

  /** The facts so far, as recorded next to `calls`. */
  facts(): readonly RecordedFact[] {
    return recordFacts(this.#facts, this.#calls, this.#withheld);
  }

  /** In the order in which they were made. */
  calls(): readonly RecordedCall[] {
    return [...this.#calls];
  }

  #kept(attempt: ModelAttempt): ModelAttempt {
    if (!this.isWithholding) return bounded(attempt);
    const { reasoning: _thought, raw: _came, ...rest } = attempt;
    return { ...rest, addedMessages: [], pieces: [] };
  }

  #storable(judgement: Judgement | null): Judgement | null {
    return judgement === null || !this.isWithholding ? judgement : { ...judgement, reason: withheldText };
  }

  #change(place: number, changes: (call: RecordedCall) => Partial<RecordedCall>): void {
    const call = this.#calls[place] as RecordedCall;
    this.#calls[place] = { ...call, ...changes(call) };
  }
}

const withheldMessages: readonly PromptMessage[] = [{ role: 'user', content: withheldText }];

function failureOf(error: unknown): CallFailure {
  return error instanceof ModelError ? error.kind : 'unavailable';
}

function bounded(attempt: ModelAttempt): ModelAttempt {
  let room = maxAnswerCharacters;
  const pieces = attempt.pieces.flatMap((piece) => {
    const kept = piece.slice(0, room);
    room -= kept.length;
    return kept === '' ? [] : [kept];
  });
  return {
    ...attempt,
    pieces,
    ...(attempt.reasoning === undefined
      ? {}
      : { reasoning: attempt.reasoning.slice(0, maxAnswerCharacters) }),
    ...(attempt.raw === undefined ? {} : { raw: attempt.raw.slice(0, maxAnswerCharacters) }),
  };
}
