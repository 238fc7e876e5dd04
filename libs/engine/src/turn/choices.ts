import type { ActionState, ExitCondition, NextState } from '../graph/context-graph.js';
import { enteredBy, objectiveFrom } from '../graph/graph-index.js';
import type { Choice } from '../model/model-task.js';
import type { Verdict } from '../protocol/turn-result.js';
import type { Turn } from './turn.js';

/** A choice and its consequence. */
export interface Option {
  readonly choice: Choice;
  readonly verdict: Verdict;
  /** Where an exit leads; null for an action and a tool. */
  readonly next: NextState | null;
  /** What to say while its consequence takes long, in the author's words; null: nothing. */
  readonly fillerHint: string | null;
}

/** @param leadsTo what the state behind an exit is for */
export function exitOptions(
  exits: readonly ExitCondition[],
  leadsTo: (next: NextState) => string,
): readonly Option[] {
  return exits.map((exit, place) => ({
    choice: {
      id: `exit_${place + 1}`,
      kind: 'exit',
      text: exit.description,
      leadsTo: leadsTo(exit.nextState),
    },
    verdict: { kind: 'exit', exitCondition: exit.description, nextState: enteredBy(exit.nextState) },
    next: exit.nextState,
    fillerHint: exit.fillerHint,
  }));
}

/** @param names of tools, each once */
export function toolOptions(names: readonly string[]): readonly Option[] {
  return names.map((tool, place) => ({
    choice: { id: `tool_${place + 1}`, kind: 'tool', text: tool },
    verdict: { kind: 'tool', tool },
    next: null,
    fillerHint: null,
  }));
}

export function actionOptions(state: ActionState): readonly Option[] {
  return state.actions.map(({ description: action, fillerHint }, place) => ({
    choice: { id: `action_${place + 1}`, kind: 'action', text: action },
    verdict: { kind: 'action', action },
    next: null,
    fillerHint,
  }));
}

/** What the state behind an exit is for; of another graph, what the one to come back to is for. */
export function leadsTo({ graphs }: Turn): (next: NextState) => string {
  const { states } = graphs;
  return (next) => objectiveFrom(states, typeof next === 'string' ? next : next.backTo);
}
