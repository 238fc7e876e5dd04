import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { AttemptListener, PromptMessage } from '@svc/engine';
import type { JsonObject } from '@svc/kernel';
import { AttemptLog } from '../asking/attempt-log.js';
import { CallWatch } from './call-watch.js';
import { checkedAnswer } from './checked-answer.js';
import { unsampled } from '../asking/call-sampling.js';
import { ModelCapabilities } from '../asking/model-capabilities.js';
import type { ModelPortOptions } from './create-model-port.js';
import { jsonObjects } from './json-objects.js';
import { defaultTimeLimits } from '../timing/time-limits.js';
import { systemTimers } from '../timing/timers.js';
import { kindSeenBy, seenBy } from './seen-by.js';

/** A request for one JSON object. */
export interface ObjectRequest<Answer> {
  readonly messages: readonly PromptMessage[];
  /** What the object is, in a word: name of its schema. */
  readonly name: string;
  /** JSON Schema of the object. */
  readonly schema: JsonObject;
  /** What the object says; null when it has not the form that was asked for. Providers don't hold to schemas strictly. */
  readonly read: (object: Readonly<Record<string, unknown>>) => Answer | null;
  /** The form in words, for a model that missed it: `{"names": [<text>, …]}`. */
  readonly form: string;
}

/** A language model that answers with JSON objects. */
export interface ObjectModel {
  /** `provider/model`, for records. */
  readonly name: string;
  /**
   * An object that `read` takes; an answer without one is shown to the model once, to be put right.
   * @throws ModelError, `bad_output` when it could not be put right; the reason of `signal` soon after it is aborted
   */
  answer<Answer>(
    request: ObjectRequest<Answer>,
    signal: AbortSignal,
    onAttempt: AttemptListener,
  ): Promise<Answer>;
}

/** Reads any prompt: not for the offline model, which follows tasks alone. */
export function createObjectModel(
  model: LanguageModelV4,
  options: Omit<ModelPortOptions, 'settings'> = {},
): ObjectModel {
  const limits = { ...defaultTimeLimits, ...options.limits };
  const { timers = systemTimers, sampling = unsampled, capabilities = new ModelCapabilities() } = options;
  return {
    name: `${model.provider.split('.')[0]}/${model.modelId}`,

    async answer({ read, name, schema, form, messages }, signal, onAttempt) {
      const watch = new CallWatch(signal, limits.messageMs, timers);
      const attempts = new AttemptLog(onAttempt, timers);
      // The last object counts: a model that corrects itself does so at the end.
      const readText = (text: string) =>
        jsonObjects(text)
          .toReversed()
          .map(read)
          .find((answer) => answer !== null) ?? null;
      const question = {
        messages,
        wanted: { name, schema, form },
        sampling: sampling.extraction,
        read: readText,
        complaint: `the model gave no ${name}, twice`,
      };
      let isComplete = false;
      try {
        const answer = await checkedAnswer({ model, capabilities }, question, watch, attempts);
        isComplete = true;
        attempts.close(null);
        return answer;
      } catch (error) {
        attempts.close(kindSeenBy(signal, error));
        throw seenBy(signal, error);
      } finally {
        watch.end(isComplete);
      }
    },
  };
}
