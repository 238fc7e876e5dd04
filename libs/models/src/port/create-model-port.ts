import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ArgumentsRequest, GuardRequest, ModelPort, WordsRequest } from '@svc/engine';
import type { JsonObject } from '@svc/kernel';
import { callClassOf, unsampled, withoutParameters, type CallSampling } from '../asking/call-sampling.js';
import { ModelCapabilities } from '../asking/model-capabilities.js';
import { AttemptLog } from '../asking/attempt-log.js';
import { CallWatch } from './call-watch.js';
import { generate } from './generate.js';
import { guard } from './guard.js';
import { judge } from './judge.js';
import { kindSeenBy, seenBy } from './seen-by.js';
import { wordInput } from './word-input.js';
import { defaultTimeLimits, type TimeLimits } from '../timing/time-limits.js';
import { systemTimers, type Timers } from '../timing/timers.js';

export interface ModelPortOptions {
  readonly limits?: Partial<TimeLimits>;
  readonly timers?: Timers;
  /** Whether another model is called when this one is slow to begin. Default: none is. */
  readonly hasFallback?: boolean;
  /** What the model sends with each request besides messages, for records. Default: nothing. */
  readonly settings?: JsonObject;
  /** Default: nothing is sent. */
  readonly sampling?: CallSampling;
  /** Shared by all ports of a model, so that they learn from each other. Default: nothing is known. */
  readonly capabilities?: ModelCapabilities;
}

/** `provider/model`, the name in records of calls. */
export function portNameOf({ provider, modelId }: Pick<LanguageModelV4, 'provider' | 'modelId'>): string {
  return `${provider.split('.')[0]}/${modelId}`;
}

/**
 * A language model of the AI SDK as the engine's port. Every error becomes a `ModelError`. An abort throws the reason of the
 * caller's signal, at once. Either way the model's own request is aborted.
 */
export function createModelPort(model: LanguageModelV4, options: ModelPortOptions = {}): ModelPort {
  const limits = timeLimits(options);
  const { timers = systemTimers, settings = {}, sampling = unsampled } = options;
  const { capabilities = new ModelCapabilities() } = options;
  const name = portNameOf(model);
  const askable = { model, capabilities };
  return {
    name,
    settings,

    identityOf(kind) {
      return { name, settings: sent(capabilities, { ...settings, ...sampling[callClassOf(kind)] }) };
    },

    async judge(request, signal, onAttempt, onChoice = () => undefined) {
      const watch = new CallWatch(signal, limits.judgementMs, timers);
      const attempts = new AttemptLog(onAttempt, timers);
      let isComplete = false;
      try {
        const judgement = await judge(
          askable,
          request,
          sampling.judgement,
          watch,
          attempts,
          limits,
          (choice) => {
            if (!signal.aborted) onChoice(choice);
          },
        );
        isComplete = true;
        attempts.close(null);
        return judgement;
      } catch (error) {
        attempts.close(kindSeenBy(signal, error));
        throw seenBy(signal, error);
      } finally {
        watch.end(isComplete);
      }
    },

    async *generate(request, signal, onAttempt) {
      const watch = new CallWatch(signal, limits.messageMs, timers);
      const attempts = new AttemptLog(onAttempt, timers);
      let isComplete = false;
      try {
        const sampled = sampling[callClassOf(request.task.type)];
        if (isArguments(request)) yield await wordInput(askable, request, sampled, watch, attempts);
        else if (isGuard(request)) yield await guard(askable, request, sampled, watch, attempts);
        else yield* generate(askable, request, sampled, watch, attempts, limits);
        isComplete = true;
      } catch (error) {
        attempts.close(kindSeenBy(signal, error));
        throw seenBy(signal, error);
      } finally {
        // Still open when its reader stopped early, which is no failure of the model.
        attempts.close(signal.aborted ? 'cancelled' : null);
        watch.end(isComplete);
      }
    },
  };
}

function isArguments(request: WordsRequest): request is ArgumentsRequest {
  return request.task.type === 'arguments';
}

function isGuard(request: WordsRequest): request is GuardRequest {
  return request.task.type === 'guard';
}

/** A model with a fallback has less time to begin. */
function timeLimits({ limits, hasFallback = false }: ModelPortOptions): TimeLimits {
  const all = { ...defaultTimeLimits, ...limits };
  const beginMs = hasFallback ? all.fallbackAfterMs : Infinity;
  return { ...all, firstPieceMs: Math.min(all.firstPieceMs, beginMs), fallbackAfterMs: beginMs };
}

/** What the API is known to refuse is not sent. */
function sent({ manner }: ModelCapabilities, settings: JsonObject): JsonObject {
  const parameters = withoutParameters(settings, manner.leftOut);
  return manner.form === 'json_schema' ? parameters : { ...parameters, structured_outputs: false };
}
