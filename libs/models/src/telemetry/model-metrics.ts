import type { UnusedMessage, ModelAttempt } from '@svc/engine';
import { durationBuckets, type Metrics } from '@svc/telemetry';
import type { ConfiguredModel } from '../catalogue/model-catalogue.js';
import type { Timers } from '../timing/timers.js';

type Measured = Pick<ConfiguredModel, 'name' | 'definition'>;

/** As the conventions recommend for tokens. */
const tokenBuckets = [1, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576];

/** Metrics of model calls, by model. Names follow OpenTelemetry's GenAI conventions, in Prometheus form. */
export class ModelMetrics {
  readonly #durations;
  readonly #firstPieces;
  readonly #choices;
  readonly #tokens;
  readonly #costs;
  readonly #inVain;

  constructor(
    private readonly metrics: Metrics,
    private readonly timers: Timers,
  ) {
    this.#durations = metrics.histogram({
      name: 'gen_ai_client_operation_duration_seconds',
      description: 'Length of requests to models, by model and kind of failure.',
      buckets: durationBuckets,
    });
    this.#firstPieces = metrics.histogram({
      name: 'gen_ai_client_operation_time_to_first_chunk_seconds',
      description: 'Time from the request to the first piece of a message that can be said.',
      buckets: durationBuckets,
    });
    this.#choices = metrics.histogram({
      name: 'model_time_to_choice_seconds',
      description: 'Time from the request of a judgement to its choice, where that came before its end.',
      buckets: durationBuckets,
    });
    this.#tokens = metrics.histogram({
      name: 'gen_ai_client_token_usage',
      description:
        'Tokens of requests to models, by model and by input and output, as the provider counts them.',
      buckets: tokenBuckets,
    });
    this.#costs = metrics.counter({
      name: 'model_cost_dollars_total',
      description: 'What requests to models cost in US dollars, by the prices of the configuration.',
    });
    this.#inVain = metrics.counter({
      name: 'model_messages_in_vain_total',
      description: 'Messages that models worded and that are in no conversation, by model and by why.',
    });
  }

  attempted(model: Measured, { usage, durationMs, failure }: ModelAttempt, cost: number | null): void {
    const labels = labelsOf(model);
    this.#durations.record(
      durationMs / 1_000,
      failure === null ? labels : { ...labels, error_type: failure },
    );
    for (const [type, tokens] of [
      ['input', usage.inputTokens],
      ['output', usage.outputTokens],
    ] as const) {
      if (tokens !== null) this.#tokens.record(tokens, { ...labels, gen_ai_token_type: type });
    }
    if (cost !== null) this.#costs.add(cost, { model: model.name });
  }

  onUnusedMessage({ name: model }: Measured, reason: UnusedMessage['reason']): void {
    this.#inVain.add(1, { model, reason });
  }

  /** @returns a function to call at each piece */
  untilFirstPiece(model: Measured): () => void {
    const startedAtMs = this.timers.now();
    let isFirst = true;
    return () => {
      if (isFirst) this.#firstPieces.record((this.timers.now() - startedAtMs) / 1_000, labelsOf(model));
      isFirst = false;
    };
  }

  /** @returns a function to call when the choice is known */
  untilChoice(model: Measured): () => void {
    const startedAtMs = this.timers.now();
    return () => this.#choices.record((this.timers.now() - startedAtMs) / 1_000, labelsOf(model));
  }

  /** Reports at each scrape which models can be called. */
  watch(models: () => readonly { readonly name: string; readonly isAvailable: boolean }[]): void {
    this.metrics.gauge({
      name: 'model_available',
      description: '0 while a model can not be reached, or is left alone because it goes on failing.',
      observe: () =>
        models().map(({ name, isAvailable }) => ({ value: isAvailable ? 1 : 0, labels: { model: name } })),
    });
  }
}

function labelsOf({ name, definition: { provider, model } }: Measured) {
  return {
    gen_ai_operation_name: 'chat',
    gen_ai_provider_name: provider,
    gen_ai_request_model: model,
    model: name,
  };
}
