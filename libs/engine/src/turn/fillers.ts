import { toStorableText } from '@svc/kernel';
import { answerTo } from '../commands/ask.js';
import { sleep } from '../commands/sleep.js';
import { ModelError } from '../model/model-error.js';
import type { FillerTask, Scene } from '../model/model-task.js';
import { renderFillerPrompt } from '../prompt/filler-prompt.js';
import { race } from '../runtime/race.js';
import type { Script } from '../runtime/script.js';
import { callModel } from './call-model.js';
import { checkGuardrails } from './check-guardrails.js';
import { fitPrompt } from './fit-prompt.js';
import { showAction } from './move.js';
import { asActionState } from './support.js';
import type { Turn } from './turn.js';
import type { Wait } from './waits.js';
import { wholeText } from './whole-text.js';

/** Bound of a phrase, in UTF-16 code units. */
const maxFillerCharacters = 500;
/** Bound of those of one turn. */
const maxFillers = 20;
/** How long a model may word a phrase, in ms: then the hint itself is said. */
export const maxFillerWordingMs = 1_000;

/**
 * Says phrases while the user waits, beside the turn: it never waits for one. Silent once the first word is out.
 */
export function* speakWhileWaiting(turn: Turn): Script<void> {
  const { waits } = turn;
  while (waits.said.length < maxFillers) {
    // What has changed by now is known.
    waits.changed.clear();
    const wait = hasSpoken(turn) ? null : waits.current;
    const dueAtMs = wait?.dueAtMs ?? null;
    if (wait === null || dueAtMs === null) {
      yield* waits.changed.take();
      continue;
    }
    const leftMs = Math.max(0, dueAtMs - turn.nowMs);
    const first = yield* race({
      changed: waits.changed.take(),
      due: sleep(turn.commands, 'filler', leftMs),
    });
    if (first.by === 'due' && !hasSpoken(turn)) yield* speak(turn, wait);
  }
}

function hasSpoken({ speech }: Turn): boolean {
  return speech?.hasBegun === true;
}

function* speak(turn: Turn, wait: Wait): Script<void> {
  const hint = wait.next(turn.nowMs);
  const task = taskOf(turn, wait);
  const worded = wait.plan.isVerbatim ? hint : yield* wordedOf(turn, task, hint);
  const text = yield* allowed(turn, task, tidied(worded));
  // The user may have got what they waited for.
  if (text === '' || hasSpoken(turn) || turn.waits.current !== wait) return;
  turn.waits.said.push({ text, saidAtMs: turn.nowMs });
  showAction(turn, { type: 'action-too-long', filler: text, previously_started_event: turn.waits.begun });
  turn.commands.give({ type: 'tell', signal: { type: 'filler', text } });
}

function tidied(text: string): string {
  const [line = ''] = toStorableText(text).trim().split(/\s*\n/);
  const cut = line.slice(0, maxFillerCharacters);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

function taskOf(turn: Turn, { plan }: Wait): (scene: Scene) => FillerTask {
  const { name, objective } = asActionState(turn.waits.state);
  return (scene) => ({
    type: 'filler',
    ...scene,
    state: { name, objective, tried: [] },
    hints: plan.phrases,
    said: turn.waits.said.map(({ text }) => text),
  });
}

/** What a model makes of the hint; the hint itself where it makes nothing of it in time. */
function* wordedOf(turn: Turn, taskIn: (scene: Scene) => FillerTask, hint: string): Script<string> {
  const wording = race({
    worded: wordedBy(turn, taskIn),
    late: sleep(turn.commands, 'filler-wording', maxFillerWordingMs),
  });
  try {
    const first = yield* wording;
    return first.by === 'worded' && first.value.trim() !== '' ? first.value : hint;
  } catch (error) {
    if (error instanceof ModelError) return hint;
    throw error;
  }
}

function* wordedBy(turn: Turn, taskIn: (scene: Scene) => FillerTask): Script<string> {
  const { task, messages, fittedTo } = fitPrompt(turn, 'filler', taskIn, renderFillerPrompt);
  const about = task.hints.map((text, place) => ({ id: `hint_${place + 1}`, text }));
  const state = asActionState(turn.waits.state);
  const call = turn.calls.begin('filler', state, about, { messages, schema: null });
  const request = { callId: call.id, messages, task, fittedTo };
  return yield* callModel(turn, call, request, function* (answers) {
    return { value: yield* wholeText(answers, maxFillerCharacters), judgement: null };
  });
}

/** What policies and hard guardrails leave of a phrase; empty where that is nothing. */
function* allowed(turn: Turn, taskIn: (scene: Scene) => FillerTask, text: string): Script<string> {
  if (text === '') return '';
  const ruled = turn.isGated ? yield* ruledOn(turn, taskIn(turn.scene()), text) : text;
  return ruled === '' ? '' : yield* keptHere(turn, ruled);
}

/** What hard guardrails leave of a phrase, by those of the state where the turn is once they have judged. */
function* keptHere(turn: Turn, text: string): Script<string> {
  const { state: here } = turn.waits;
  const state = asActionState(here);
  const hard = state.guardrails.filter(({ enforcement }) => enforcement === 'hard');
  if (hard.length === 0) return text;
  const { verdicts, breaches } = yield* checkGuardrails(turn, { state }, hard, '', [text]);
  turn.path.broke(breaches);
  if (verdicts[0] !== 'kept') return '';
  // The turn has gone on meanwhile: other guardrails hold there.
  return turn.waits.state === here ? text : yield* keptHere(turn, text);
}

function* ruledOn(turn: Turn, task: FillerTask, text: string): Script<string> {
  const id = turn.commands.nextId('r');
  const unsaid = { text, isWhole: true };
  const { ruling } = yield* answerTo(turn.commands, {
    type: 'rule',
    id,
    unsaid,
    message: { task, said: '' },
  });
  // Nothing follows it, so a hold would never end.
  if (ruling.type === 'say') return text;
  return ruling.type === 'replace' ? tidied(ruling.by) : '';
}
