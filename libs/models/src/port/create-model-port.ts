import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelPort } from '@svc/engine';
import type { JsonObject } from '@svc/kernel';
import { AttemptLog } from './attempt-log.js';
import { CallWatch } from './call-watch.js';
import { generate } from './generate.js';
import { judge } from './judge.js';
import { kindSeenBy, seenBy } from './seen-by.js';
import { defaultTimeLimits, type TimeLimits } from './time-limits.js';
import { systemTimers, type Timers } from './timers.js';

export interface ModelPortOptions {
  readonly limits?: Partial<TimeLimits>;
  readonly timers?: Timers;
  /** What the model sends with each request beside its words, for records. Default: nothing. */
  readonly settings?: JsonObject;
}

/**
 * A language model of the AI SDK as the engine's port. Whatever goes wrong comes out as a `ModelFailure`, an abort as
 * the reason of the caller's signal, at once; either way the model's own request is aborted.
 */
export function createModelPort(model: LanguageModelV4, options: ModelPortOptions = {}): ModelPort {
  const limits = { ...defaultTimeLimits, ...options.limits };
  const { timers = systemTimers, settings = {} } = options;
  return {
    name: `${model.provider.split('.')[0]}/${model.modelId}`,
    settings,

    async judge(request, signal, onAttempt) {
      const watch = new CallWatch(signal, limits.judgementMs, timers);
      const attempts = new AttemptLog(onAttempt, timers);
      let isComplete = false;
      try {
        const judgement = await judge(model, request, watch, attempts);
        isComplete = true;
        attempts.close(null);
        return judgement;
      } catch (failure) {
        attempts.close(kindSeenBy(signal, failure));
        throw seenBy(signal, failure);
      } finally {
        watch.end(isComplete);
      }
    },

    async *generate(request, signal, onAttempt) {
      const watch = new CallWatch(signal, limits.messageMs, timers);
      const attempts = new AttemptLog(onAttempt, timers);
      let isComplete = false;
      try {
        yield* generate(model, request, watch, attempts, limits);
        isComplete = true;
      } catch (failure) {
        attempts.close(kindSeenBy(signal, failure));
        throw seenBy(signal, failure);
      } finally {
        // Still open when its reader has had enough, which is no failure of the model.
        attempts.close(signal.aborted ? 'cancelled' : null);
        watch.end(isComplete);
      }
    },
  };
}
