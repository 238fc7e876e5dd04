import type { ActionState, DecisionState } from '../graph/context-graph.js';
import { judgementOrderOf } from '../model/judgement-order.js';
import type { JudgeTask, Scene } from '../model/model-task.js';
import { renderJudgePrompt } from '../prompt/judge-prompt.js';
import type { Script } from '../runtime/script.js';
import type { Option } from './choices.js';
import { fitPrompt, withinContext } from './fit-prompt.js';
import { judge } from './judge.js';
import type { MessageAhead } from './message-ahead.js';
import { TurnError } from './turn-error.js';
import type { DecisionRecord } from '../protocol/turn-result.js';
import type { Turn } from './turn.js';

/**
 * Makes one choice and writes it into the decision record. Calls the model only when there is something to choose.
 * @param ahead begins as soon as the model is called
 * @throws ModelError `bad_output` when the model chooses something that was not offered
 */
export function* choose(
  turn: Turn,
  purpose: DecisionRecord['purpose'],
  state: ActionState | DecisionState,
  options: readonly Option[],
  ahead: MessageAhead | null = null,
): Script<Option> {
  const { navigationGuidelines: guidelines } = state;
  const tools = textsOf(options, 'tool');
  const record = {
    purpose,
    state: state.name,
    exitConditions: textsOf(options, 'exit'),
    actions: textsOf(options, 'action'),
    ...(tools.length === 0 ? {} : { tools }),
    guidelines,
  };
  const [only, ...others] = options;
  if (only === undefined)
    throw new TurnError('unknown_state', `state "${state.name}" offers nothing to choose`);
  if (others.length === 0) {
    turn.path.decided({
      ...record,
      verdict: only.verdict,
      reason: 'There was no other choice.',
      judgedBy: 'only-choice',
      callId: null,
    });
    return only;
  }

  const choices = options.map((option) => option.choice);
  const taskIn = (scene: Scene): JudgeTask => ({
    type: 'judge',
    purpose,
    isEntered: turn.path.hasMoved,
    ...scene,
    state: { name: state.name, objective: state.objective, tried: turn.triedIn(state.name), guidelines },
    choices,
  });
  const order = judgementOrderOf(turn.calls.modelFor(purpose));
  const render = (task: JudgeTask) => renderJudgePrompt(task, order);
  return yield* withinContext(
    turn.calls,
    () => fitPrompt(turn, purpose, taskIn, render),
    (prompt) => judge(turn, prompt, state, options, record, ahead),
  );
}

function textsOf(options: readonly Option[], kind: Option['choice']['kind']): readonly string[] {
  return options.filter(({ choice }) => choice.kind === kind).map(({ choice }) => choice.text);
}
