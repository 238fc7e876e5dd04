import type { ModelPort } from '../model/model-port.js';
import type { CallRecorder } from '../recording/call-recorder.js';
import { engage } from './engage.js';
import { navigate } from './navigate.js';
import type { TurnInput } from './turn-input.js';
import type { TurnResult } from './turn-result.js';
import type { TurnSignal } from './turn-signal.js';
import { TurnWalk } from './turn-walk.js';

/** Everything impure that a turn needs. */
export interface TurnPorts {
  readonly model: ModelPort;
  /** Is told of every call, also of those of a turn that fails. */
  readonly recorder: CallRecorder;
}

/**
 * Takes one turn of the agent: walks the graph to the state where the agent speaks, and lets it speak there.
 * Yields what happens as it happens and returns the whole. Pure but for its ports: the same input and the same
 * answers of the model give the same signals and the same result.
 * @param signal cancels the turn: its model calls end, and the generator throws the reason
 * @throws ModelFailure when the model fails, TurnFailure when the turn can't be taken
 */
export async function* runTurn(
  input: TurnInput,
  ports: TurnPorts,
  signal: AbortSignal,
): AsyncGenerator<TurnSignal, TurnResult, void> {
  const walk = new TurnWalk(input, ports.model, ports.recorder, signal);
  const { state, action } = yield* navigate(walk);
  const text = yield* engage(walk, { state, action });
  return {
    message: text.whole,
    isCut: text.isCut,
    finalState: state.name,
    conversationCompleted: state.name === input.graph.terminal_state,
    transitions: walk.transitions,
    innerThoughts: walk.innerThoughts,
    decisions: walk.decisions,
    engagement: {
      state: state.name,
      objective: state.objective,
      action,
      guidelines: state.action_guidelines,
      boundaryConstraints: state.boundary_constraints,
    },
  };
}
