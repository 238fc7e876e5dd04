import type { GraphState } from '../graph/context-graph.js';
import { objectiveOf } from '../graph/graph-index.js';
import type { InteractionInput } from '../input/turn-request.js';
import type { CallKind, Choice } from '../model/model-task.js';

/** What a call is about. */
export interface CallSubject {
  readonly kind: CallKind;
  readonly state: GraphState;
  /** What is asked about. */
  readonly choices: readonly Pick<Choice, 'id' | 'text'>[];
  readonly input: InteractionInput;
}

/** Raised when a key is made of other fields: keys of two versions are never equal. */
const callKeyVersion = 1;

/**
 * What a call is about, as text: equal where a recorded response answers it, under any wording of the prompt. So guidelines,
 * limits and everything that an agent or graph says beside the question are left out. Each field is named here, so one that
 * is added to a state, a choice or an input changes no stored key.
 */
export function callKeyText({ kind, state, choices, input }: CallSubject): string {
  return JSON.stringify([
    callKeyVersion,
    kind,
    state.name,
    objectiveOf(state),
    choices.map((choice) => [choice.id, choice.text]),
    [input.kind, ...('text' in input ? [input.text, ...input.externalEvents] : [])],
  ]);
}
