import type { ActionState, ExitCondition, StateName } from '../graph/context-graph.js';
import type { Choice } from '../model/model-task.js';
import type { Verdict } from '../protocol/turn-result.js';

/** A choice and its consequence. */
export interface Option {
  readonly choice: Choice;
  readonly verdict: Verdict;
}

/** @param leadsTo what a state is for */
export function exitOptions(
  exits: readonly ExitCondition[],
  leadsTo: (state: StateName) => string,
): readonly Option[] {
  return exits.map((exit, place) => ({
    choice: {
      id: `exit_${place + 1}`,
      kind: 'exit',
      text: exit.description,
      leadsTo: leadsTo(exit.next_state),
    },
    verdict: { kind: 'exit', exitCondition: exit.description, nextState: exit.next_state },
  }));
}

export function actionOptions(state: ActionState): readonly Option[] {
  return state.actions.map((action, place) => ({
    choice: { id: `action_${place + 1}`, kind: 'action', text: action },
    verdict: { kind: 'action', action },
  }));
}
