import type { AttemptListener, ModelAttempt } from '@svc/engine';
import { AttributeName, openSpan, type OpenSpan } from '@svc/telemetry';
import type { ConfiguredModel } from '../catalogue/model-catalogue.js';
import type { ModelServers } from '../reachability/model-servers.js';
import { costOf } from './cost.js';
import type { ModelMetrics } from './model-metrics.js';

export interface Observers {
  readonly metrics: ModelMetrics;
  readonly servers: Pick<ModelServers, 'called'>;
}

export type ObservedModel = Pick<ConfiguredModel, 'name' | 'definition'>;

/**
 * Measures the calls of a model by OpenTelemetry's GenAI conventions: a span for each call, metrics for each attempt. Neither
 * contains any text of the conversation.
 */
export class ModelObserver {
  readonly metrics: ModelMetrics;

  constructor(
    readonly model: ObservedModel,
    private readonly observers: Observers,
    /** Null outside of conversations. */
    private readonly conversationId: string | null,
  ) {
    this.metrics = observers.metrics;
  }

  open(call: string, output: 'json' | 'text'): OpenSpan {
    const { provider, model } = this.model.definition;
    return openSpan(`chat ${model}`, {
      kind: 'client',
      attributes: {
        [AttributeName.genAiOperation]: 'chat',
        [AttributeName.genAiProvider]: provider,
        [AttributeName.genAiRequestModel]: model,
        [AttributeName.genAiOutputType]: output,
        [AttributeName.modelName]: this.model.name,
        [AttributeName.modelCall]: call,
        ...(this.conversationId === null ? {} : { [AttributeName.genAiConversation]: this.conversationId }),
      },
    });
  }

  measured(span: OpenSpan, onAttempt: AttemptListener): AttemptListener {
    let attempts = 0;
    let cost: number | null = null;
    return (attempt) => {
      attempts += 1;
      const attemptCost = costOf(attempt.usage, this.model.definition.price);
      if (attemptCost !== null) cost = (cost ?? 0) + attemptCost;
      this.observers.metrics.attempted(this.model, attempt, attemptCost);
      this.observers.servers.called(this.model.name, attempt.failure);
      span.set({
        ...answered(attempt),
        [AttributeName.modelAttempts]: attempts,
        ...(cost === null ? {} : { [AttributeName.modelCost]: cost }),
      });
      onAttempt(attempt);
    };
  }
}

/** Of the last attempt. */
function answered({ providerModel, finishReason, usage }: ModelAttempt) {
  const { inputTokens, outputTokens, cachedInputTokens } = usage;
  return {
    ...(providerModel === null ? {} : { [AttributeName.genAiResponseModel]: providerModel }),
    ...(finishReason === null ? {} : { [AttributeName.genAiFinishReasons]: [finishReason] }),
    ...(inputTokens === null ? {} : { [AttributeName.genAiInputTokens]: inputTokens }),
    ...(cachedInputTokens === null ? {} : { [AttributeName.genAiCachedInputTokens]: cachedInputTokens }),
    ...(outputTokens === null ? {} : { [AttributeName.genAiOutputTokens]: outputTokens }),
  };
}
