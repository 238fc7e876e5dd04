import { actionState, graphOf } from './graphs.js';
import { booking, lookUp, SteppedTurn } from './tools.js';
import { turnInput, userSays, type TurnChanges } from './turns.js';
import type { GraphState } from '../src/graph/context-graph.js';
import type { KnownToolCall } from '../src/input/tool-call.js';
import type { ToolSpec } from '../src/graph/tool-spec.js';
import { heardCalls, withNote } from '../src/tools/known-calls.js';

export const background = { ...lookUp, toolId: 'slow', name: 'slow' };
export const tools = [booking, lookUp, background];
export const toEnd = { description: 'All is done', nextState: 'end' };

/** A turn in the first of these states. */
export function turnIn(states: readonly GraphState[], changes: TurnChanges = {}): SteppedTurn {
  const graph = graphOf([...states, actionState('end')]);
  const input = userSays('On Tuesday');
  return new SteppedTurn(
    turnInput(graph, { currentState: states[0]?.name ?? null, input, tools, ...changes }),
  );
}

export function atDesk(spec: ToolSpec, changes: TurnChanges = {}): SteppedTurn {
  return turnIn([actionState('desk', { exitConditions: [toEnd], actionTools: [spec] })], changes);
}

/** The calls that a void turn hands on. */
export function leftBehind(turn: SteppedTurn): readonly KnownToolCall[] {
  const commits = turn.all('commit').flatMap(({ commit }) => commit.notes);
  return commits.reduce(withNote, turn.request.toolCalls);
}

/** The calls that a completed turn hands on. */
export function handedOn(turn: SteppedTurn): readonly KnownToolCall[] {
  return heardCalls(leftBehind(turn), turn.result.unheardCalls);
}

/** Two turns in a row, each with one look-up. */
export function twoLookUps(spec: ToolSpec, results: readonly [string, string]): SteppedTurn {
  const first = atDesk(spec).begin(['look']).returns(results[0]);
  return atDesk(spec, { interactionId: 'i2', toolCalls: handedOn(first) })
    .begin(['look'])
    .returns(results[1]);
}
