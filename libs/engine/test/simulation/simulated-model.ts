import {
  ModelError,
  type GuardTask,
  type JudgeRequest,
  type ModelAttempt,
  type ModelRequest,
  type TurnFact,
} from '../../src/index.js';
import { attempt } from '../attempts.js';
import type { Chances } from './chances.js';

/** A fact that is scheduled. */
export interface Coming {
  readonly afterMs: number;
  readonly fact: TurnFact;
}

const failures = ['timeout', 'rate_limited', 'refused', 'unreachable', 'unavailable', 'bad_output'] as const;
/** What models sometimes send: halves of surrogate pairs, unstorable characters, white space, far too much. */
const texts = ['Hello', ' there. ', ' ', '\n', 'well', '\ud83d', '\ude00', '\u0000', 'x'.repeat(40), 'é', ''];

/** Inputs of tools, some of no use. */
const inputs = ['{"day":"2026-11-24"}', '{"day":"never"}', '{"queries":["What?"]}', '{}', '[', '7'];

/** Longer than text may wait for the end of its sentence. */
const stallMs = 4_000;

/** A model that is slow, fails, chooses what was not offered and sends unstorable text. */
export class SimulatedModel {
  constructor(readonly chances: Chances) {}

  answer(request: ModelRequest): readonly Coming[] {
    const { chances } = this;
    const startsMs = chances.below(400);
    const failed: readonly ModelAttempt[] = chances.in100(10)
      ? [attempt([], { failure: 'unavailable' })]
      : [];
    if (request.task.type === 'judge') return this.#judged(request as JudgeRequest, startsMs, failed);
    return this.#said(request.callId, startsMs, failed, this.#wordsFor(request.task));
  }

  #wordsFor(task: ModelRequest['task']): readonly string[] {
    const { chances } = this;
    if (task.type === 'guard') return [this.#judgementOf(task)];
    if (task.type === 'filler') return ['~worded'];
    return task.type === 'arguments' && !chances.in100(20) ? inputs : texts;
  }

  /** Mostly nothing is broken; now and then it is no judgement. */
  #judgementOf({ rules, sentences }: GuardTask): string {
    const { chances } = this;
    if (chances.in100(8))
      return chances.pick(['', '[', '{}', '{"broken":[{"sentence":99,"rule":"rule_1"}]}']);
    const broken = rules.flatMap(({ id: rule }) =>
      sentences.flatMap((_text, place) => (chances.in100(15) ? [{ sentence: place + 1, rule }] : [])),
    );
    return JSON.stringify({ broken });
  }

  /** The remaining facts of a stopped message: its attempt, and its end. */
  stopped(id: string, pieces: readonly string[]): readonly Coming[] {
    const afterMs = this.chances.below(this.chances.in100(20) ? 1_000 : 50);
    return [
      { afterMs, fact: { type: 'model-attempted', id, attempt: attempt(pieces, { finishReason: null }) } },
      { afterMs, fact: { type: 'model-ended', id } },
    ];
  }

  #judged(
    { callId: id, task }: JudgeRequest,
    afterMs: number,
    failed: readonly ModelAttempt[],
  ): readonly Coming[] {
    const { chances } = this;
    const tried = (last: ModelAttempt, atMs: number) => told(id, atMs, [...failed, last]);
    if (chances.in100(6))
      return [...tried(attempt([], { failure: 'timeout' }), afterMs), this.#failure(id, afterMs)];
    const choice = chances.in100(3) ? 'nonsense' : chances.pick(task.choices).id;
    const chose: readonly Coming[] = chances.in100(70)
      ? [{ afterMs, fact: { type: 'model-chose', id, choice } }]
      : [];
    const reasonedMs = chose.length === 0 ? afterMs : afterMs + chances.below(1_200);
    if (chose.length > 0 && chances.in100(8)) {
      const lost = attempt(['{"choice":'], { failure: 'timeout' });
      return [...chose, ...tried(lost, reasonedMs), this.#failure(id, reasonedMs)];
    }
    const judgement = { choice, reason: chances.pick(['so', 'It \ud83d seems.', 'because '.repeat(80)]) };
    return [
      ...chose,
      ...tried(attempt([JSON.stringify(judgement)]), reasonedMs),
      { afterMs: reasonedMs, fact: { type: 'model-judged', id, judgement } },
    ];
  }

  #said(
    id: string,
    startsMs: number,
    failed: readonly ModelAttempt[],
    said: readonly string[],
  ): readonly Coming[] {
    const { chances } = this;
    // An input is one piece.
    const most = said === inputs || said.length === 1 ? 1 : 6;
    const pieces = Array.from({ length: chances.in100(5) ? 0 : 1 + chances.below(most) }, () =>
      chances.pick(said),
    );
    let afterMs = startsMs;
    const deltas = pieces.map((text): Coming => {
      afterMs += chances.in100(3) ? stallMs : chances.below(60);
      return { afterMs, fact: { type: 'model-delta', id, text } };
    });
    const last = attempt(pieces);
    if (chances.in100(10) && pieces.some((text) => text !== ''))
      return this.#brokenOff(id, deltas, [...failed], afterMs);
    if (chances.in100(8)) {
      const broken = { ...last, finishReason: null, failure: 'unavailable' } as const;
      return [...deltas, ...told(id, afterMs, [...failed, broken]), this.#failure(id, afterMs)];
    }
    return [
      ...deltas,
      ...told(id, afterMs, [...failed, last]),
      { afterMs, fact: { type: 'model-ended', id } },
    ];
  }

  /** Breaks off after some pieces. One more attempt, which is shown them, completes it or breaks off as well. */
  #brokenOff(
    id: string,
    deltas: readonly Coming[],
    failed: readonly ModelAttempt[],
    endsMs: number,
  ): readonly Coming[] {
    const { chances } = this;
    const breaksAt = 1 + chances.below(deltas.length);
    const [before, behind] = [deltas.slice(0, breaksAt), deltas.slice(breaksAt)];
    const broken = {
      finishReason: null,
      failure: chances.pick(['unavailable', 'timeout'] as const),
    } as const;
    const plea = [
      { role: 'assistant', content: textsOf(before).join('') },
      { role: 'user', content: 'Go on.' },
    ] as const;
    const isCompleted = !chances.in100(40);
    const rest = attempt(textsOf(behind), { addedMessages: plea, ...(isCompleted ? {} : broken) });
    return [
      ...before,
      ...told(id, before.at(-1)?.afterMs ?? endsMs, [...failed, attempt(textsOf(before), broken)]),
      ...behind,
      ...told(id, endsMs, [rest]),
      { afterMs: endsMs, fact: { type: 'model-ended', id } },
    ];
  }

  #failure(id: string, afterMs: number): Coming {
    const error = new ModelError(this.chances.pick(failures));
    return { afterMs, fact: { type: 'model-failed', id, failure: error } };
  }
}

function textsOf(coming: readonly Coming[]): readonly string[] {
  return coming.flatMap(({ fact }) => (fact.type === 'model-delta' ? [fact.text] : []));
}

function told(id: string, afterMs: number, attempts: readonly ModelAttempt[]): readonly Coming[] {
  return attempts.map((each) => ({ afterMs, fact: { type: 'model-attempted', id, attempt: each } }));
}
