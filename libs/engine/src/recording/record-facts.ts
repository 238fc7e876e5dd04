import { withheldText } from '../model/withheld-text.js';
import { notesCommit } from '../protocol/tool-note.js';
import type { TimedFact, ToolFact } from '../protocol/turn-fact.js';
import type { RecordedCall } from '../protocol/recorded-call.js';
import type { RecordedFact, RecordedPieces, RecordedToolFact } from '../protocol/recorded-fact.js';

/** Bound of one run of pieces, so that events can be split between runs. */
const maxPieces = 2_000;
const maxCharacters = 8_000;
/** No offered choice has a name this long. */
const maxChoiceCharacters = 100;

/**
 * The facts of a turn, in order, as they are recorded next to their calls. Facts that change nothing are left out: those about
 * unknown calls, and pieces without text.
 * @param withheld calls of tools whose results are stored nowhere
 */
export function recordFacts(
  facts: readonly TimedFact[],
  calls: readonly RecordedCall[],
  withheld: ReadonlySet<string> = new Set(),
): readonly RecordedFact[] {
  return new Recording(facts, calls, withheld).recorded;
}

/** All pieces of a call, joined over its attempts. */
export function piecesOf({ attempts }: Pick<RecordedCall, 'attempts'>): readonly string[] {
  return attempts.flatMap(({ pieces }) => pieces);
}

type NamedFact = Extract<
  TimedFact,
  {
    readonly type:
      | 'timer-fired'
      | 'ruled'
      | 'commit-acknowledged'
      | 'commit-refused'
      | 'tool-ended'
      | 'tool-failed'
      | 'tool-unknown';
  }
>;

const named: ReadonlySet<TimedFact['type']> = new Set<NamedFact['type']>([
  'timer-fired',
  'ruled',
  'commit-acknowledged',
  'commit-refused',
  'tool-ended',
  'tool-failed',
  'tool-unknown',
]);

function isNamed(fact: TimedFact): fact is NamedFact {
  return named.has(fact.type);
}

type Piece = Extract<TimedFact, { readonly type: 'model-delta' }>;
type Run = RecordedPieces & { readonly afterMs: number[]; readonly texts?: string[] };

class Recording {
  readonly recorded: RecordedFact[] = [];
  readonly #places: ReadonlyMap<string, number>;
  /** Calls whose pieces differ from those of their attempts. */
  readonly #otherwise: ReadonlySet<string>;
  #run: Run | null = null;
  #atMs = 0;
  /** Prefix of all ids of the turn. */
  #begin = '';

  constructor(
    facts: readonly TimedFact[],
    readonly calls: readonly RecordedCall[],
    readonly withheld: ReadonlySet<string>,
  ) {
    this.#places = new Map(calls.map(({ id }, place) => [id, place]));
    this.#otherwise = saidOtherwise(facts, calls);
    for (const fact of facts) this.#take(fact);
  }

  #take(fact: TimedFact): void {
    if (!('id' in fact)) {
      this.#addOfTurn(fact);
      return;
    }
    if (isNamed(fact)) {
      this.#addNamed(fact);
      return;
    }
    const call = this.#places.get(fact.id);
    if (call === undefined) return;
    switch (fact.type) {
      case 'model-delta':
        if (fact.text !== '') this.#addPiece(call, fact);
        return;
      case 'model-chose':
      case 'model-judged': {
        const { choice } = fact.type === 'model-chose' ? fact : fact.judgement;
        const isRead = this.calls[call]?.judgement?.choice === choice;
        const words = isRead ? {} : { choice: choice.slice(0, maxChoiceCharacters) };
        this.#add({ type: fact.type, call, afterMs: this.#since(fact), ...words });
        return;
      }
      case 'model-failed': {
        const { kind, retryAfterSeconds } = fact.failure;
        const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
        this.#add({ type: fact.type, call, afterMs: this.#since(fact), kind, ...wait });
        return;
      }
      case 'model-attempted':
      case 'model-ended':
        this.#add({ type: fact.type, call, afterMs: this.#since(fact) });
    }
  }

  #addOfTurn(fact: Extract<TimedFact, { readonly type: 'turn-began' | 'turn-ended' | 'cancelled' }>): void {
    const { type } = fact;
    const afterMs = this.#since(fact);
    if (type === 'cancelled') {
      this.#add({ type, afterMs });
      return;
    }
    this.#begin = `${fact.interactionId}/`;
    if (type === 'turn-ended') {
      this.#add({ type, afterMs });
      return;
    }
    const { isGated, suppressesFillers, utcOffsetMinutes } = fact;
    this.#add({
      type,
      afterMs,
      ...(isGated ? { isGated } : {}),
      ...(suppressesFillers ? { suppressesFillers } : {}),
      ...(utcOffsetMinutes === undefined ? {} : { utcOffsetMinutes }),
    });
  }

  #addNamed(fact: NamedFact): void {
    if (!fact.id.startsWith(this.#begin)) return;
    const name = fact.id.slice(this.#begin.length);
    // The log itself shows the outcome of the last commit.
    if (fact.type.startsWith('commit-') && !name.startsWith(`${notesCommit}.`)) return;
    const named = { afterMs: this.#since(fact), name };
    switch (fact.type) {
      case 'timer-fired':
      case 'commit-acknowledged':
      case 'commit-refused':
        this.#add({ type: fact.type, ...named });
        return;
      case 'ruled':
        this.#add({ type: fact.type, ...named, ruling: fact.ruling, policies: fact.policies });
        return;
      case 'tool-ended':
      case 'tool-failed':
      case 'tool-unknown':
        this.#addOfTool(fact, named);
    }
  }

  #addOfTool(fact: ToolFact & TimedFact, name: Pick<RecordedToolFact, 'afterMs' | 'name'>): void {
    const isWithheld = this.withheld.has(fact.id);
    const named = { ...name, durationMs: fact.durationMs, ...(isWithheld ? { isWithheld } : {}) };
    switch (fact.type) {
      case 'tool-ended':
        this.#add({ type: fact.type, ...named, result: isWithheld ? null : fact.result });
        return;
      case 'tool-failed':
        this.#add({
          type: fact.type,
          ...named,
          failure: fact.failure,
          reason: isWithheld ? withheldText : fact.reason,
        });
        return;
      case 'tool-unknown':
        this.#add({ type: fact.type, ...named, reason: isWithheld ? withheldText : fact.reason });
    }
  }

  #add(fact: RecordedFact): void {
    this.#run = null;
    this.recorded.push(fact);
  }

  #addPiece(call: number, piece: Piece): void {
    let run = this.#run;
    if (run === null || run.call !== call || isFull(run)) {
      run = { type: 'model-said', call, afterMs: [] };
      if (this.#otherwise.has(piece.id)) run = { ...run, texts: [] };
      this.#add(run);
      this.#run = run;
    }
    run.afterMs.push(this.#since(piece));
    run.texts?.push(this.withheld.size === 0 ? piece.text : '');
  }

  #since({ atMs }: TimedFact): number {
    const afterMs = atMs - this.#atMs;
    this.#atMs = atMs;
    return afterMs;
  }
}

function isFull({ afterMs, texts = [] }: Run): boolean {
  return afterMs.length >= maxPieces || texts.reduce((sum, { length }) => sum + length, 0) >= maxCharacters;
}

function saidOtherwise(facts: readonly TimedFact[], calls: readonly RecordedCall[]): ReadonlySet<string> {
  const otherwise = new Set<string>();
  const rest = new Map(calls.map((call) => [call.id, piecesOf(call).values()]));
  for (const fact of facts)
    if (fact.type === 'model-delta' && fact.text !== '' && rest.get(fact.id)?.next().value !== fact.text)
      otherwise.add(fact.id);
  return otherwise;
}
