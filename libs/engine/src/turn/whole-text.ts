import { ModelError } from '../model/model-error.js';
import type { ModelFact } from '../protocol/turn-fact.js';
import type { Channel } from '../runtime/channel.js';
import type { Script } from '../runtime/script.js';
import { nextAnswer } from './call-model.js';

/**
 * The whole response of a model, in text.
 * @param most in UTF-16 code units
 * @throws ModelError
 */
export function* wholeText(answers: Channel<ModelFact>, most: number): Script<string> {
  let text = '';
  for (;;) {
    const answer = yield* nextAnswer(answers);
    if (answer.type === 'model-delta') text += answer.text;
    else if (answer.type === 'model-ended') return text;
    else throw new TypeError(`A text was asked for, and ${answer.type} came.`);
    if (text.length > most)
      throw new ModelError('bad_output', { privateDetail: `the response is longer than ${most}` });
  }
}
