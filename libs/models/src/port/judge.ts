import { lostReason, type ChoiceListener, type Judgement, type JudgeRequest } from '@svc/engine';
import type { Sampling } from '../definition/model-definition.js';
import type { AttemptLog } from '../asking/attempt-log.js';
import type { CallWatch } from './call-watch.js';
import { checkedAnswer, type AskableModel } from './checked-answer.js';
import { ChoiceInAnswer } from './choice-in-answer.js';
import { readJudgement } from './judgement-text.js';
import type { TimeLimits } from '../timing/time-limits.js';
import { failureKind } from '../asking/to-model-error.js';

/**
 * One of the offered choices. A response without one is shown to the model once, for repair. A reported choice stays: a later
 * failure loses only the reason, and the attempt shows it.
 */
export async function judge(
  model: AskableModel,
  { task, schema, messages }: JudgeRequest,
  sampling: Sampling,
  watch: CallWatch,
  attempts: AttemptLog,
  { fallbackAfterMs: beginMs, betweenPiecesMs }: Pick<TimeLimits, 'fallbackAfterMs' | 'betweenPiecesMs'>,
  onChoice: ChoiceListener,
): Promise<Judgement> {
  const { choices } = task;
  const ids = choices.map((choice) => `"${choice.id}"`).join(', ');
  let told: string | null = null;
  const question = {
    messages,
    wanted: { name: 'judgement', schema, form: formIn(schema, ids) },
    sampling,
    beginMs,
    betweenPiecesMs,
    onAnswer: () => {
      const answer = new ChoiceInAnswer(choices, model.capabilities.thoughts.isUnopened);
      return (piece: string): void => {
        const choice = answer.push(piece);
        if (choice === null) return;
        told = choice;
        onChoice(choice);
      };
    },
    read: (text: string) => {
      const judgement = readJudgement(text, choices);
      if (told === null) return judgement;
      return judgement?.choice === told ? judgement : { choice: told, reason: lostReason };
    },
    complaint: 'the model made none of the choices offered, twice',
  };
  try {
    return await checkedAnswer(model, question, watch, attempts);
  } catch (error) {
    if (told === null || watch.caller.aborted) throw error;
    attempts.end(failureKind(error));
    return { choice: told, reason: lostReason };
  }
}

/** In the order of the schema: models think in the order in which they write. */
function formIn({ required }: JudgeRequest['schema'], ids: string): string {
  const parts = [`"choice": one of ${ids}`, '"reason": "<one short sentence>"'];
  const isReasonFirst = Array.isArray(required) && required[0] === 'reason';
  return `{${(isReasonFirst ? parts.toReversed() : parts).join(', ')}}`;
}
