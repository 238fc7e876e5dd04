import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Environment } from '@svc/config';
import { contextTokensOf, defaultTurnLimits } from '@svc/engine';
import type { JsonObject } from '@svc/kernel';
import { cacheMarksOf } from '../asking/cache-marks.js';
import { callSampling, type CallSampling } from '../asking/call-sampling.js';
import { ModelCapabilities } from '../asking/model-capabilities.js';
import type { OfflineModel } from '../offline/offline-model.js';
import { modelTimeLimits, type ModelConfig } from '../model-config.js';
import type { TimeLimits } from '../timing/time-limits.js';
import { languageModelOf } from '../providers/language-model-of.js';
import { defaultModelName, type ModelDefinition } from '../definition/model-definition.js';
import { ThoughtForm } from '../said/thought-form.js';
import { readDefinitions, secretsIn } from './read-definitions.js';

/** A model that can be called. */
export interface ConfiguredModel {
  /** Its name in the configuration, for version sets and metrics. */
  readonly name: string;
  readonly definition: ModelDefinition;
  readonly model: LanguageModelV4 | OfflineModel;
  readonly limits: TimeLimits;
  /** For the offline model: pause before each piece except the first, in ms. */
  readonly pieceDelayMs?: number | undefined;
  /** What each request sends besides its messages, for records, and `context_tokens`, the size that messages are cut to. */
  readonly settings: JsonObject;
  readonly sampling: CallSampling;
  /** What is known about its API; learns while the process runs. */
  readonly capabilities: ModelCapabilities;
}

/** What a model of 32,768 tokens is shown; no model is shown less by this bound. */
const leastTranscriptCharacters = defaultTurnLimits.maxTranscriptCharacters;
const charactersPerToken = leastTranscriptCharacters / 32_768;

/** All models of a configuration. */
export class ModelCatalogue {
  readonly #models: ReadonlyMap<string, ConfiguredModel>;

  /**
   * @param models one of them is named `default`
   * @param maxTranscriptCharacters bound for models with a large context
   */
  constructor(
    models: readonly ConfiguredModel[],
    private readonly maxTranscriptCharacters = leastTranscriptCharacters,
  ) {
    this.#models = new Map(models.map((model) => [model.name, model]));
  }

  /** In the order of the configuration. */
  get all(): readonly ConfiguredModel[] {
    return [...this.#models.values()];
  }

  /**
   * How much of a conversation has to be kept for prompts, in UTF-16 code units: what the model with the largest context can be
   * shown, within the bound. Each prompt is cut to its own model.
   */
  get transcriptCharacters(): number {
    const largest = Math.max(...this.all.map(contextTokensOf));
    const shown = Math.floor(largest * charactersPerToken);
    return Math.max(leastTranscriptCharacters, Math.min(shown, this.maxTranscriptCharacters));
  }

  /** The model for calls without a preference. */
  get default(): ConfiguredModel {
    return this.#get(defaultModelName);
  }

  /** In the order in which they are called when `model` fails. */
  fallbacksOf({ definition }: ConfiguredModel): readonly ConfiguredModel[] {
    return definition.fallbacks.map((name) => this.#get(name));
  }

  #get(name: string): ConfiguredModel {
    const model = this.#models.get(name);
    if (model === undefined) throw new TypeError(`There is no model "${name}".`);
    return model;
  }
}

/**
 * The models of a configuration. Makes no request.
 * @param environment has the variables with their keys
 * @throws ConfigError
 */
export function createModelCatalogue(config: ModelConfig, environment: Environment): ModelCatalogue {
  const secret = secretsIn({ ...environment, ...keyOfShortForm(config) });
  const definitions = readDefinitions(config);
  return new ModelCatalogue(
    Object.entries(definitions).map(([name, definition]) => ({
      name,
      definition,
      model: languageModelOf(definition, secret),
      pieceDelayMs: config.SVC_MODEL_OFFLINE_PIECE_DELAY_MS,
      limits: limitsOf(definition, modelTimeLimits(config)),
      settings: settingsOf(definition),
      sampling: callSampling(definition),
      capabilities: new ModelCapabilities(definition.capabilities, {
        thoughts: thoughtsOf(definition),
        cacheMarks: cacheMarksOf(definition),
      }),
    })),
    config.SVC_MODEL_MAX_TRANSCRIPT_CHARACTERS,
  );
}

function keyOfShortForm({ SVC_MODEL_API_KEY: key }: ModelConfig): Environment {
  return key === undefined ? {} : { SVC_MODEL_API_KEY: key };
}

/** Hosted providers give reasoning apart from the text. */
function thoughtsOf({ provider, capabilities }: ModelDefinition): ThoughtForm {
  const { unopened_reasoning: unopened } = capabilities;
  return new ThoughtForm(unopened ?? (provider === 'openai-compatible' ? undefined : false));
}

function limitsOf({ limits }: ModelDefinition, defaults: TimeLimits): TimeLimits {
  return {
    firstPieceMs: limits.first_piece_ms ?? defaults.firstPieceMs,
    fallbackAfterMs: limits.fallback_after_ms ?? defaults.fallbackAfterMs,
    betweenPiecesMs: limits.between_pieces_ms ?? defaults.betweenPiecesMs,
    messageMs: limits.message_ms ?? defaults.messageMs,
    judgementMs: limits.judgement_ms ?? defaults.judgementMs,
  };
}

function settingsOf(definition: ModelDefinition): JsonObject {
  const { provider, capabilities, sampling, context_tokens, judgement_order, words_ahead } = definition;
  if (provider === 'offline') return {};
  return {
    context_tokens,
    structured_outputs: capabilities.structured_output === 'json_schema',
    ...(judgement_order === 'choice_first' ? {} : { judgement_order }),
    ...(words_ahead ? {} : { words_ahead }),
    ...definedIn(sampling),
  };
}

function definedIn(sampling: ModelDefinition['sampling']): JsonObject {
  return Object.fromEntries(
    Object.entries(sampling).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}
