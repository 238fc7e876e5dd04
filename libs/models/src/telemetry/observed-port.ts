import type {
  AttemptListener,
  CallKind,
  ChoiceListener,
  Judgement,
  JudgeRequest,
  UnusedMessage,
  ModelAttempt,
  ModelIdentity,
  ModelPort,
  WordsRequest,
} from '@svc/engine';
import { AttributeName, openSpan, type OpenSpan } from '@svc/telemetry';
import type { ConfiguredModel } from '../catalogue/model-catalogue.js';
import type { ModelServers } from '../reachability/model-servers.js';
import { costOf } from './cost.js';
import type { ModelMetrics } from './model-metrics.js';

export interface Observers {
  readonly metrics: ModelMetrics;
  readonly servers: Pick<ModelServers, 'called'>;
}

/**
 * Measures the calls of a port by OpenTelemetry's GenAI conventions: a span for each call, metrics for each attempt. Neither
 * contains any text of the conversation.
 */
export class ObservedPort implements ModelPort {
  readonly name: string;
  readonly settings: ModelPort['settings'];

  constructor(
    private readonly port: ModelPort,
    private readonly model: Pick<ConfiguredModel, 'name' | 'definition'>,
    private readonly observers: Observers,
    /** Null outside of conversations. */
    private readonly conversationId: string | null,
  ) {
    this.name = port.name;
    this.settings = port.settings;
  }

  identityOf(kind: CallKind): ModelIdentity {
    return this.port.identityOf?.(kind) ?? this.port;
  }

  async judge(
    request: JudgeRequest,
    signal: AbortSignal,
    onAttempt: AttemptListener,
    onChoice: ChoiceListener = () => undefined,
  ): Promise<Judgement> {
    const span = this.#open(request);
    const chosen = this.observers.metrics.untilChoice(this.model);
    const measured: ChoiceListener = (choice) => {
      chosen();
      onChoice(choice);
    };
    try {
      const judgement = await span.run(() =>
        this.port.judge(request, signal, this.#measured(span, onAttempt), measured),
      );
      span.end();
      return judgement;
    } catch (error) {
      span.end(error);
      throw error;
    }
  }

  async *generate(
    request: WordsRequest,
    signal: AbortSignal,
    onAttempt: AttemptListener,
  ): AsyncGenerator<string, void, void> {
    const span = this.#open(request);
    // A summary is not streamed to a user.
    const isSaid = request.task.type === 'engage';
    const first = isSaid ? this.observers.metrics.untilFirstPiece(this.model) : () => undefined;
    let error: unknown;
    try {
      const pieces = span.run(() => this.port.generate(request, signal, this.#measured(span, onAttempt)));
      for await (const piece of pieces) {
        first();
        yield piece;
      }
    } catch (thrown) {
      error = thrown;
      throw thrown;
    } finally {
      span.end(error);
    }
  }

  onUnusedMessage({ reason }: UnusedMessage): void {
    this.observers.metrics.onUnusedMessage(this.model, reason);
  }

  #open({ task, callId }: JudgeRequest | WordsRequest): OpenSpan {
    const { provider, model } = this.model.definition;
    return openSpan(`chat ${model}`, {
      kind: 'client',
      attributes: {
        [AttributeName.genAiOperation]: 'chat',
        [AttributeName.genAiProvider]: provider,
        [AttributeName.genAiRequestModel]: model,
        [AttributeName.genAiOutputType]: task.type === 'judge' ? 'json' : 'text',
        [AttributeName.modelName]: this.model.name,
        [AttributeName.modelCall]: callId,
        ...(this.conversationId === null ? {} : { [AttributeName.genAiConversation]: this.conversationId }),
      },
    });
  }

  #measured(span: OpenSpan, onAttempt: AttemptListener): AttemptListener {
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
