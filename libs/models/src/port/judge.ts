import type { Judgement, JudgeRequest } from '@svc/engine';
import type { Sampling } from '../catalogue/model-definition.js';
import { taskOptions } from '../task-options.js';
import type { AttemptLog } from './attempt-log.js';
import type { CallWatch } from './call-watch.js';
import { checkedAnswer, type AskableModel } from './checked-answer.js';
import { readJudgement } from './judgement-text.js';

/** A choice among those offered. An answer that holds none is shown to the model once, to be put right. */
export async function judge(
  model: AskableModel,
  { task, schema, messages }: JudgeRequest,
  sampling: Sampling,
  watch: CallWatch,
  attempts: AttemptLog,
): Promise<Judgement> {
  const { choices } = task;
  const ids = choices.map((choice) => `"${choice.id}"`).join(', ');
  const question = {
    messages,
    wanted: {
      name: 'judgement',
      schema,
      form: `{"choice": one of ${ids}, "reason": "<one short sentence>"}`,
    },
    sampling,
    providerOptions: taskOptions(task),
    read: (text: string) => readJudgement(text, choices),
    complaint: 'the model made none of the choices offered, twice',
  };
  return checkedAnswer(model, question, watch, attempts);
}
