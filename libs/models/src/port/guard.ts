import type { GuardRequest } from '@svc/engine';
import type { AttemptLog } from '../asking/attempt-log.js';
import type { Sampling } from '../definition/model-definition.js';
import type { CallWatch } from './call-watch.js';
import { checkedAnswer, type AskableModel } from './checked-answer.js';
import { jsonObjects } from './json-objects.js';

/**
 * The check of a part of a message, as the text of a JSON object of the request's form.
 * @throws ModelError `bad_output` when the response lists nothing, twice
 */
export function guard(
  asked: AskableModel,
  { messages, schema }: GuardRequest,
  sampling: Sampling,
  watch: CallWatch,
  attempts: AttemptLog,
): Promise<string> {
  const question = {
    messages,
    wanted: { name: 'check', schema, form: '{"broken": [{"sentence": <a number>, "rule": "<an id>"}]}' },
    sampling,
    read: listIn,
    complaint: 'the model has judged nothing, twice',
  };
  return checkedAnswer(asked, question, watch, attempts);
}

/** The last object counts: models correct themselves at the end. */
function listIn(text: string): string | null {
  const last = jsonObjects(text).findLast((object) => Array.isArray(object['broken']));
  return last === undefined ? null : JSON.stringify(last);
}
