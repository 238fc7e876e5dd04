import type { LanguageModelV4 } from '@ai-sdk/provider';
import { contextTokensOf, type AttemptListener, type PromptMessage } from '@svc/engine';
import type { JsonObject } from '@svc/kernel';
import { AttemptLog } from '../asking/attempt-log.js';
import { CallWatch } from './call-watch.js';
import { checkedAnswer } from './checked-answer.js';
import { unsampled } from '../asking/call-sampling.js';
import { ModelCapabilities } from '../asking/model-capabilities.js';
import { portNameOf, type ModelPortOptions } from './create-model-port.js';
import { jsonObjects } from './json-objects.js';
import { defaultTimeLimits } from '../timing/time-limits.js';
import { systemTimers } from '../timing/timers.js';
import { kindSeenBy, seenBy } from './seen-by.js';

/** A request for one JSON object. */
export interface ObjectRequest<Answer> {
  readonly messages: readonly PromptMessage[];
  /** Name of the schema: one word. */
  readonly name: string;
  /** JSON Schema of the object. */
  readonly schema: JsonObject;
  /** The parsed object; null when it has another form. Providers don't enforce schemas strictly. */
  readonly read: (object: Readonly<Record<string, unknown>>) => Answer | null;
  /** The form in words, for a model that ignored the schema: `{"names": [<text>, …]}`. */
  readonly form: string;
}

/** A language model with JSON responses. */
export interface ObjectModel {
  /** `provider/model`, for records. */
  readonly name: string;
  /** Prompt and response together. */
  readonly contextTokens: number;
  /**
   * An object that `read` accepts. A response without one is shown to the model once, for repair.
   * @throws ModelError, `bad_output` when the repair failed; the reason of `signal` soon after it is aborted
   */
  answer<Answer>(
    request: ObjectRequest<Answer>,
    signal: AbortSignal,
    onAttempt: AttemptListener,
  ): Promise<Answer>;
}

/** Takes any prompt, so it is not for the offline model, which follows only tasks. */
export function createObjectModel(model: LanguageModelV4, options: ModelPortOptions = {}): ObjectModel {
  const limits = { ...defaultTimeLimits, ...options.limits };
  const { timers = systemTimers, sampling = unsampled, settings = {} } = options;
  const { capabilities = new ModelCapabilities() } = options;
  return {
    name: portNameOf(model),
    contextTokens: contextTokensOf({ settings }),

    async answer({ read, name, schema, form, messages }, signal, onAttempt) {
      const watch = new CallWatch(signal, limits.messageMs, timers);
      const attempts = new AttemptLog(onAttempt, timers);
      // The last object counts: models correct themselves at the end.
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
