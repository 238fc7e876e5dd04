import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelPort } from '@svc/engine';
import { CallWatch } from './call-watch.js';
import { generate } from './generate.js';
import { judge } from './judge.js';
import { defaultTimeLimits, type TimeLimits } from './time-limits.js';
import { systemTimers, type Timers } from './timers.js';
import { toModelFailure } from './to-model-failure.js';

export interface ModelPortOptions {
  readonly limits?: Partial<TimeLimits>;
  readonly timers?: Timers;
}

/**
 * A language model of the AI SDK as the engine's port. Whatever goes wrong comes out as a `ModelFailure`, an abort as
 * the reason of the caller's signal, at once; either way the model's own request is aborted.
 */
export function createModelPort(model: LanguageModelV4, options: ModelPortOptions = {}): ModelPort {
  const limits = { ...defaultTimeLimits, ...options.limits };
  const timers = options.timers ?? systemTimers;
  return {
    name: `${model.provider.split('.')[0]}/${model.modelId}`,

    async judge(request, signal) {
      const watch = new CallWatch(signal, limits.judgementMs, timers);
      let isComplete = false;
      try {
        const judgement = await judge(model, request, watch);
        isComplete = true;
        return judgement;
      } catch (failure) {
        throw seenBy(signal, failure);
      } finally {
        watch.end(isComplete);
      }
    },

    async *generate(request, signal) {
      const watch = new CallWatch(signal, limits.messageMs, timers);
      let isComplete = false;
      try {
        yield* generate(model, request, watch, limits);
        isComplete = true;
      } catch (failure) {
        throw seenBy(signal, failure);
      } finally {
        watch.end(isComplete);
      }
    },
  };
}

/** To a caller who has aborted, its own reason is what ended the call. */
function seenBy(signal: AbortSignal, failure: unknown): unknown {
  return signal.aborted ? signal.reason : toModelFailure(failure);
}
