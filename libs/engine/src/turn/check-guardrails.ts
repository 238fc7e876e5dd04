import type { JsonValue } from '@svc/kernel';
import { sleep } from '../commands/sleep.js';
import type { Guardrail } from '../graph/speech-rules.js';
import { ModelError } from '../model/model-error.js';
import type { GuardRule, GuardTask, Scene } from '../model/model-task.js';
import { guardSchema, renderGuardPrompt } from '../prompt/guard-prompt.js';
import type { GuardrailBreach } from '../protocol/turn-result.js';
import { race } from '../runtime/race.js';
import type { Script } from '../runtime/script.js';
import type { Verdict } from '../speech/guard.js';
import { callModel } from './call-model.js';
import { fitPrompt, withinContext } from './fit-prompt.js';
import type { Stop } from './stop.js';
import type { Turn } from './turn.js';
import { wholeText } from './whole-text.js';

/** Bound of a check, in ms: the user waits for it. */
export const maxCheckMs = 3_000;

/** Bound of the text of a judgement, in UTF-16 code units. */
const maxJudgementCharacters = 50_000;

export interface Checked {
  /** One for each sentence. */
  readonly verdicts: readonly Verdict[];
  readonly breaches: readonly GuardrailBreach[];
}

/**
 * Judges sentences by all of these guardrails at once. Where no judgement can be had in time, each hard one counts as broken by each
 * sentence.
 */
export function* checkGuardrails(
  turn: Turn,
  { state }: Pick<Stop, 'state'>,
  guardrails: readonly Guardrail[],
  said: string,
  sentences: readonly string[],
): Script<Checked> {
  const rules = guardrails.map((rail, place) => ({ ...rail, id: `rule_${place + 1}` }));
  const asked = { callId: null as string | null };
  const first = yield* race({
    judged: judgement(turn, state, rules, said, sentences, asked),
    late: sleep(turn.commands, 'guard', maxCheckMs),
  });
  const broken = first.by === 'judged' ? first.value : null;
  const brokenBy = ({ id, enforcement }: (typeof rules)[number]): readonly number[] =>
    broken === null
      ? sentences.flatMap((_sentence, place) => (enforcement === 'hard' ? [place] : []))
      : [...new Set(broken.filter(({ rule }) => rule === id).map(({ place }) => place))];
  const found = rules
    .map((rule) => ({ rule, places: brokenBy(rule) }))
    .filter(({ places }) => places.length > 0);
  const withheld = new Set(
    found.filter(({ rule }) => rule.enforcement === 'hard').flatMap(({ places }) => places),
  );
  return {
    verdicts: sentences.map((_sentence, place) => (withheld.has(place) ? 'broken' : 'kept')),
    breaches: found.map(({ rule: { name, enforcement }, places }) => ({
      state: state.name,
      guardrail: name,
      enforcement,
      cause: broken === null ? 'unjudged' : 'judged',
      sentences: places.length,
      callId: asked.callId,
    })),
  };
}

/** A rule, and the place of a sentence that breaks it. */
interface Broken {
  readonly rule: string;
  readonly place: number;
}

/** Null where there is none that can be used. */
function* judgement(
  turn: Turn,
  state: Stop['state'],
  rules: readonly GuardRule[],
  said: string,
  sentences: readonly string[],
  asked: { callId: string | null },
): Script<readonly Broken[] | null> {
  const taskIn = (scene: Scene): GuardTask => ({
    type: 'guard',
    ...scene,
    state: { name: state.name, objective: state.objective, tried: [] },
    rules: rules.map(({ id, name, description }) => ({ id, name, description })),
    said,
    sentences,
  });
  const schema = guardSchema(rules);
  const about = [
    ...rules.map(({ id, description: text }) => ({ id, text })),
    ...sentences.map((text, place) => ({ id: `sentence_${place + 1}`, text })),
  ];
  try {
    return yield* withinContext(
      turn.calls,
      () => fitPrompt(turn, 'guard', taskIn, renderGuardPrompt),
      ({ task, messages, fittedTo }) => {
        const call = turn.calls.begin('guard', state, about, { messages, schema });
        asked.callId = call.id;
        const request = { callId: call.id, messages, schema, task, fittedTo };
        return callModel(turn, call, request, function* (answers) {
          const text = yield* wholeText(answers, maxJudgementCharacters);
          return { value: brokenIn(text, rules, sentences.length), judgement: null };
        });
      },
    );
  } catch (error) {
    if (error instanceof ModelError) return null;
    throw error;
  }
}

/**
 * Every member must name a rule and a sentence: one that does not may mean any.
 * @throws ModelError `bad_output`
 */
function brokenIn(text: string, rules: readonly GuardRule[], sentences: number): readonly Broken[] {
  const listed = (objectIn(text) as { readonly broken?: JsonValue } | null)?.broken;
  if (!Array.isArray(listed)) throw unusable('it lists nothing');
  return (listed as readonly JsonValue[]).map((member) => {
    const { rule, sentence } = (member ?? {}) as { readonly rule?: JsonValue; readonly sentence?: JsonValue };
    const place = typeof sentence === 'number' ? sentence - 1 : -1;
    const known = rules.find(({ id }) => id === rule);
    if (known === undefined || !Number.isInteger(place) || place < 0 || place >= sentences)
      throw unusable('it names no rule, or no sentence');
    return { rule: known.id, place };
  });
}

/** @throws ModelError `bad_output` */
function objectIn(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw unusable('it is no JSON', cause);
  }
}

function unusable(why: string, cause?: unknown): ModelError {
  return new ModelError('bad_output', {
    privateDetail: `the check of a message can't be used: ${why}`,
    cause,
  });
}
