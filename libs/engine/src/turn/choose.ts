import { toStorableText } from '@svc/kernel';
import type { ActionState, DecisionState } from '../graph/context-graph.js';
import { judgementOrderOf } from '../model/judgement-order.js';
import { ModelFailure } from '../model/model-failure.js';
import type { JudgeTask, Scene } from '../model/model-task.js';
import { renderJudgePrompt } from '../prompt/judge-prompt.js';
import { judgementSchema } from '../prompt/judgement-schema.js';
import type { AnswerFact } from '../protocol/turn-fact.js';
import type { Channel } from '../runtime/channel.js';
import type { Script } from '../runtime/script.js';
import { callModel, nextAnswer, type Answered } from './call-model.js';
import type { Option } from './choices.js';
import { fitPrompt, withinContext, type FittedPrompt } from './fit-prompt.js';
import { TurnFailure } from './turn-failure.js';
import type { DecisionRecord, Verdict } from './turn-result.js';
import type { TurnWalk } from './turn-walk.js';

const maxReasonCharacters = 500;

/**
 * Makes one choice and writes it into the decision record. The model is asked only when there is something to choose.
 * @throws ModelFailure `bad_output` when the model answers with something that was not offered
 */
export function* choose(
  walk: TurnWalk,
  purpose: DecisionRecord['purpose'],
  state: ActionState | DecisionState,
  options: readonly Option[],
): Script<Verdict> {
  const guidelines =
    state.type === 'action' ? state.intra_state_navigation_guidelines : state.decision_guidelines;
  const record = {
    purpose,
    state: state.name,
    exitConditions: textsOf(options, 'exit'),
    actions: textsOf(options, 'action'),
    guidelines,
  };
  const [only, ...others] = options;
  if (only === undefined)
    throw new TurnFailure('unknown_state', `state "${state.name}" offers nothing to choose`);
  if (others.length === 0) {
    walk.decisions.push({
      ...record,
      verdict: only.verdict,
      reason: 'There was no other choice.',
      judgedBy: 'only-choice',
      callId: null,
    });
    return only.verdict;
  }

  const choices = options.map((option) => option.choice);
  const taskIn = (scene: Scene): JudgeTask => ({
    type: 'judge',
    purpose,
    isEntered: walk.transitions.length > 0,
    ...scene,
    state: { name: state.name, objective: state.objective, tried: walk.triedIn(state.name), guidelines },
    choices,
  });
  const order = judgementOrderOf(walk.modelFor(purpose));
  const render = (task: JudgeTask) => renderJudgePrompt(task, order);
  const ask = () => judged(walk, fitPrompt(walk, purpose, taskIn, render), state, options);
  const { callId, chosen, reason } = yield* withinContext(walk, ask);
  walk.decisions.push({ ...record, verdict: chosen.verdict, reason, judgedBy: 'model', callId });
  return chosen.verdict;
}

interface Judged {
  readonly callId: string;
  readonly chosen: Option;
  readonly reason: string;
}

function* judged(
  walk: TurnWalk,
  { task, messages }: FittedPrompt<JudgeTask>,
  state: ActionState | DecisionState,
  options: readonly Option[],
): Script<Judged> {
  const { choices, purpose: kind } = task;
  const schema = judgementSchema(choices, judgementOrderOf(walk.modelFor(kind)));
  const call = walk.beginCall({ kind, state, choices }, { messages, schema });
  const request = { callId: call.id, messages, schema, task };
  const answer = yield* callModel(walk, call, request, (answers) => readJudgement(answers, options));
  return { callId: call.id, ...answer };
}

function* readJudgement(
  answers: Channel<AnswerFact>,
  options: readonly Option[],
): Script<Answered<Omit<Judged, 'callId'>>> {
  const answer = yield* nextAnswer(answers);
  if (answer.type !== 'model-judged')
    throw new TypeError(`A judgement was asked for, and ${answer.type} came.`);
  const { choice, reason: words } = answer.judgement;
  const chosen = options.find((option) => option.choice.id === choice);
  if (chosen === undefined) {
    throw new ModelFailure('bad_output', {
      privateDetail: `the model chose "${choice}", which was not offered`,
    });
  }
  const reason = toStorableText(words.slice(0, maxReasonCharacters));
  return { value: { chosen, reason }, judgement: { choice, reason } };
}

function textsOf(options: readonly Option[], kind: 'exit' | 'action'): readonly string[] {
  return options.filter(({ choice }) => choice.kind === kind).map(({ choice }) => choice.text);
}
