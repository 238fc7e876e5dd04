import { ModelFailure } from '../model/model-failure.js';
import type { EngageTask } from '../model/model-task.js';
import { renderEngagePrompt } from '../prompt/engage-prompt.js';
import { MessageText } from './message-text.js';
import { agentAction } from './move.js';
import type { Stop } from './navigate.js';
import type { TurnSignal } from './turn-signal.js';
import type { TurnWalk } from './turn-walk.js';

/**
 * Lets the model word the agent's message and passes its pieces on as they come.
 * @throws ModelFailure `bad_output` when the message is blank
 */
export async function* engage(walk: TurnWalk, stop: Stop): AsyncGenerator<TurnSignal, MessageText, void> {
  const task = engageTask(walk, stop);
  const messages = renderEngagePrompt(task);
  const choices = [{ id: 'action_1', kind: 'action', text: stop.action }] as const;
  const call = walk.beginCall({ kind: 'engage', state: stop.state, choices }, { messages, schema: null });
  try {
    const text = yield* passOn(
      walk,
      walk.model.generate({ callId: call.id, messages, task }, walk.signal, call.attempted),
    );
    call.answered(null);
    return text;
  } catch (failure) {
    call.failed(failure, walk.signal);
    throw failure;
  }
}

async function* passOn(
  walk: TurnWalk,
  pieces: AsyncIterable<string>,
): AsyncGenerator<TurnSignal, MessageText, void> {
  const text = new MessageText(walk.input.limits.maxMessageCharacters);
  let index = 0;
  for await (const raw of pieces) {
    walk.signal.throwIfAborted();
    const piece = text.push(raw);
    if (piece !== '') yield* say(index++, piece, false);
    if (text.isCut) break;
  }
  walk.signal.throwIfAborted();
  const rest = text.end();
  if (rest !== '') yield* say(index++, rest, false);
  if (text.whole.trim() === '')
    throw new ModelFailure('bad_output', { privateDetail: 'the message is blank' });
  yield* say(index, '', true);
  return text;
}

function engageTask(walk: TurnWalk, { state, action }: Stop): EngageTask {
  return {
    type: 'engage',
    ...walk.scene(),
    state: { name: state.name, objective: state.objective },
    action,
    guidelines: state.action_guidelines,
    boundaryConstraints: state.boundary_constraints,
    isFarewell: state.name === walk.input.graph.terminal_state,
  };
}

function* say(index: number, text: string, isFinal: boolean): Generator<TurnSignal, void, void> {
  yield agentAction({
    type: 'engage-user-message-fragment-generated',
    index,
    fragment: text,
    is_final: isFinal,
  });
  yield { type: 'message-piece', index, text, isFinal };
}
