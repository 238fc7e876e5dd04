import { ModelFailure } from '../model/model-failure.js';
import type { EngageTask, Scene } from '../model/model-task.js';
import { renderEngagePrompt } from '../prompt/engage-prompt.js';
import type { AnswerFact } from '../protocol/turn-fact.js';
import type { Channel } from '../runtime/channel.js';
import type { OpenCall } from '../recording/turn-recorder.js';
import type { Script } from '../runtime/script.js';
import { callModel, nextAnswer, type Answered } from './call-model.js';
import { fitPrompt, withinContext } from './fit-prompt.js';
import { MessageText } from './message-text.js';
import { showAction } from './move.js';
import type { Stop } from './navigate.js';
import type { TurnWalk } from './turn-walk.js';

/**
 * Lets the model word the agent's message and passes its pieces on as they come.
 * @throws ModelFailure `bad_output` when the message is blank
 */
export function* engage(walk: TurnWalk, stop: Stop): Script<MessageText> {
  return yield* withinContext(walk, () => worded(walk, stop));
}

function* worded(walk: TurnWalk, stop: Stop): Script<MessageText> {
  const { task, messages } = fitPrompt(
    walk,
    'engage',
    (scene) => engageTask(walk, scene, stop),
    renderEngagePrompt,
  );
  const choices = [{ id: 'action_1', kind: 'action', text: stop.action }] as const;
  const call = walk.beginCall({ kind: 'engage', state: stop.state, choices }, { messages, schema: null });
  const request = { callId: call.id, messages, task };
  return yield* callModel(walk, call, request, (answers) => passOn(walk, call, answers));
}

function* passOn(
  walk: TurnWalk,
  call: OpenCall,
  answers: Channel<AnswerFact>,
): Script<Answered<MessageText>> {
  const text = new MessageText(walk.input.limits.maxMessageCharacters);
  let index = 0;
  while (!text.isCut) {
    const answer = yield* nextAnswer(answers);
    if (answer.type === 'model-ended') break;
    if (answer.type !== 'model-delta') throw new TypeError(`Words were asked for, and ${answer.type} came.`);
    const piece = text.push(answer.text);
    if (piece !== '') say(walk, index++, piece, false);
  }
  if (text.isCut) yield* stopped(walk, call.id, answers);
  const rest = call.brokeOff() ? text.breakOff() : text.end();
  if (rest !== '') say(walk, index++, rest, false);
  if (text.whole.trim() === '')
    throw new ModelFailure('bad_output', { privateDetail: 'the message is blank' });
  say(walk, index, '', true);
  return { value: text, judgement: null };
}

/** What else the model says is not heard, and how it ends changes nothing. */
function* stopped(walk: TurnWalk, id: string, answers: Channel<AnswerFact>): Script<void> {
  walk.command({ type: 'stop-model', id });
  while ((yield* answers.take()).type === 'model-delta');
}

function engageTask(walk: TurnWalk, scene: Scene, { state, action }: Stop): EngageTask {
  return {
    type: 'engage',
    ...scene,
    state: { name: state.name, objective: state.objective, tried: walk.triedIn(state.name) },
    action,
    guidelines: state.action_guidelines,
    boundaryConstraints: state.boundary_constraints,
    isFarewell: state.name === walk.input.graph.terminal_state,
  };
}

function say(walk: TurnWalk, index: number, text: string, isFinal: boolean): void {
  walk.hasSpoken = true;
  showAction(walk, {
    type: 'engage-user-message-fragment-generated',
    index,
    fragment: text,
    is_final: isFinal,
  });
  walk.tell({ type: 'message-piece', index, text, isFinal });
}
