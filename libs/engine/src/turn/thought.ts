import { ModelError } from '../model/model-error.js';
import type { ReflectionState } from '../graph/context-graph.js';
import type { ReflectTask, Scene } from '../model/model-task.js';
import { renderReflectPrompt } from '../prompt/reflect-prompt.js';
import type { ModelFact } from '../protocol/turn-fact.js';
import type { Channel } from '../runtime/channel.js';
import type { Script } from '../runtime/script.js';
import { MessageText } from '../speech/message-text.js';
import { callModel, nextAnswer, type Answered } from './call-model.js';
import { fitPrompt, withinContext } from './fit-prompt.js';
import type { Turn } from './turn.js';

/** In UTF-16 code units. A thought is in an event, as an annotation is. */
const maxThoughtCharacters = 16_000;

/**
 * A thought of the model about the problem of a reflection, within its words.
 * @throws ModelError `bad_output` when it is blank
 */
export function* thoughtOf(turn: Turn, state: ReflectionState): Script<string> {
  const { name, problem, wordLimit } = state;
  const taskIn = (scene: Scene): ReflectTask => ({
    type: 'reflect',
    ...scene,
    state: { name, objective: problem, tried: [] },
    wordLimit,
  });
  return yield* withinContext(
    turn.calls,
    () => fitPrompt(turn, 'reflect', taskIn, renderReflectPrompt),
    ({ task, messages, fittedTo }) => {
      const call = turn.calls.begin('reflect', state, [], { messages, schema: null });
      const request = { callId: call.id, messages, task, fittedTo };
      const stop = () => turn.commands.give({ type: 'stop-model', id: call.id });
      return callModel(turn, call, request, (answers) => thoughtIn(answers, wordLimit, stop));
    },
  );
}

/** @param stop once it is longer than allowed: the rest is not read */
function* thoughtIn(
  answers: Channel<ModelFact>,
  wordLimit: number,
  stop: () => void,
): Script<Answered<string>> {
  const text = new MessageText(maxThoughtCharacters);
  let isStopped = false;
  for (;;) {
    const answer = yield* isStopped ? answers.take() : nextAnswer(answers);
    if (answer.type === 'model-delta') text.push(answer.text);
    else break;
    if (isStopped || !(text.isCut || isLonger(text.whole, wordLimit))) continue;
    isStopped = true;
    stop();
  }
  text.end();
  const thought = firstWords(text.whole.trim(), wordLimit);
  if (thought === '') throw new ModelError('bad_output', { privateDetail: 'the thought is blank' });
  return { value: thought, judgement: null };
}

/** Only a word that is followed by another one is complete. */
function isLonger(text: string, wordLimit: number): boolean {
  return text.trim().split(/\s+/).length > wordLimit;
}

/** The whole text where it has no more words. */
function firstWords(text: string, most: number): string {
  if (!isLonger(text, most)) return text;
  const ends = text.matchAll(/\S+/g);
  let end = 0;
  let count = 0;
  for (const word of ends) {
    if (count === most) break;
    count += 1;
    end = word.index + word[0].length;
  }
  return text.slice(0, end);
}
