import { z } from 'zod';
import type { JsonObject } from '@svc/kernel';
import { answerForms } from './answer-form.js';
import { isPlainAddress, plainAddress } from './plain-address.js';

const must = (what: string) => ({ error: `must be ${what}` });

export const nameOfModel = 'a name of letters, digits and ._:/-';

const name = z.string(must('a name')).regex(/^[\w.:/-]{1,100}$/, must(nameOfModel));
const words = z.string(must('a text')).trim().min(1, must('a text that is not empty'));
const address = words
  .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), {
    error: 'must be a URL that begins with http:// or https://',
  })
  .refine(isPlainAddress, plainAddress);
const milliseconds = z
  .int(must('a whole number of milliseconds'))
  .min(1, must('at least 1 ms'))
  .max(86_400_000, must('at most a day'));
const tokens = z.int(must('a whole number of tokens')).min(1, must('at least 1 token'));
const money = z
  .number(must('an amount of US dollars'))
  .min(0, must('an amount of US dollars from 0'))
  .max(1_000_000, must('at most 1000000 US dollars'));
const variable = z
  .string(must('the name of an environment variable'))
  .regex(/^[A-Za-z_]\w{0,99}$/, must('the name of an environment variable, never the secret itself'));

const between = (least: number, most: number) => {
  const error = must(`a number from ${least} to ${most}`);
  return z.number(error).min(least, error).max(most, error);
};
const object = must('an object');

/** A smaller context has no room for a prompt: rules, agent and task take some hundred tokens without any message. */
const fewestContextTokens = 1_024;

/** Sampling that providers have in common. It is part of the requests, and recorded with them. */
export const samplingSchema = z.strictObject(
  {
    temperature: between(0, 2).optional(),
    top_p: between(0, 1).optional(),
    presence_penalty: between(-2, 2).optional(),
    frequency_penalty: between(-2, 2).optional(),
    seed: z.int(must('a whole number')).optional(),
    max_output_tokens: tokens.optional(),
    stop: z
      .array(z.string(must('a text')).min(1, must('a text that is not empty')), must('a list of texts'))
      .max(4, must('at most 4 texts'))
      .optional(),
  },
  object,
);

export type Sampling = z.infer<typeof samplingSchema>;
export type SamplingName = keyof Sampling;

const samplingNames = Object.keys(samplingSchema.shape) as [SamplingName, ...SamplingName[]];

const common = {
  /** The provider's name for it. */
  model: words,
  /** The environment variable with the key: a definition never contains a secret. */
  api_key_variable: variable.optional(),
  /** Prompt and response together. */
  context_tokens: tokens
    .min(fewestContextTokens, must(`at least ${fewestContextTokens} tokens`))
    .default(32_768),
  /** US dollars per million tokens. */
  price: z
    .strictObject(
      { input: money, cached_input: money.optional(), cache_write: money.optional(), output: money },
      object,
    )
    .optional(),
  limits: z
    .strictObject(
      {
        first_piece_ms: milliseconds.optional(),
        fallback_after_ms: milliseconds.optional(),
        between_pieces_ms: milliseconds.optional(),
        message_ms: milliseconds.optional(),
        judgement_ms: milliseconds.optional(),
      },
      object,
    )
    .default({}),
  capabilities: z
    .strictObject(
      {
        /** Which response form the API supports. */
        structured_output: z
          .enum(answerForms, must('json_schema, json_object or text'))
          .default('json_schema'),
        /** Sampling that the API refuses. It is not sent. */
        refused_sampling: z
          .array(z.enum(samplingNames, must('the name of a sampling parameter')), must('a list of names'))
          .default([]),
        /** Whether responses begin with reasoning that has a closing tag only. Without it, each message shows it for the next. */
        unopened_reasoning: z.boolean(must('true or false')).optional(),
        /** Whether prompts have marks for the provider's cache. Only for Anthropic and Bedrock. */
        prompt_cache: z.boolean(must('true or false')).optional(),
      },
      object,
    )
    .prefault({}),
  /** For all calls. */
  sampling: samplingSchema.default({}),
  /** What a judgement begins with: the choice, which is acted on at once, or its reason. */
  judgement_order: z
    .enum(['choice_first', 'reason_first'], must('choice_first or reason_first'))
    .default('choice_first'),
  /** Whether the message of a state just entered is worded while this model still judges that state. */
  words_ahead: z.boolean(must('true or false')).default(true),
  /** For one class of calls; overrides what holds for all. */
  calls: z
    .strictObject(
      {
        judgement: samplingSchema.default({}),
        message: samplingSchema.default({}),
        extraction: samplingSchema.default({}),
      },
      object,
    )
    .prefault({}),
  /** Names of models to call, in this order, when this one fails. */
  fallbacks: z.array(name, must('a list of names')).max(4, must('at most 4 names')).default([]),
};

/** A model as `SVC_MODELS` defines it, by its provider. */
export const modelDefinition = z.discriminatedUnion(
  'provider',
  [
    z.strictObject({ provider: z.literal('openai-compatible'), ...common, base_url: address }),
    z.strictObject({ provider: z.literal('openai'), ...common, base_url: address.optional() }),
    z.strictObject({ provider: z.literal('anthropic'), ...common, base_url: address.optional() }),
    z.strictObject({ provider: z.literal('google'), ...common, base_url: address.optional() }),
    z.strictObject({ provider: z.literal('azure'), ...common, base_url: address }),
    z.strictObject({
      provider: z.literal('bedrock'),
      ...common,
      region: words,
      base_url: address.optional(),
      /** Used when `api_key_variable` is missing: the two parts of an access key. */
      access_key_id_variable: variable.optional(),
      secret_access_key_variable: variable.optional(),
    }),
    z.strictObject({ provider: z.literal('offline'), ...common, model: words.default('rules-1') }),
  ],
  must('one of openai-compatible, openai, anthropic, google, azure, bedrock, offline'),
);

export type ModelDefinition = z.infer<typeof modelDefinition>;

/** The model for calls without a preference. */
export const defaultModelName = 'default';

/** All of `SVC_MODELS`. */
export const modelDefinitions = z
  .record(name, modelDefinition, must('an object of models by their names'))
  .superRefine((models, context) => {
    if (!Object.hasOwn(models, defaultModelName))
      context.addIssue({ code: 'custom', message: `must define a model named "${defaultModelName}"` });
    for (const [own, { fallbacks }] of Object.entries(models)) {
      for (const [place, fallback] of fallbacks.entries()) {
        const isDefined = Object.hasOwn(models, fallback);
        if (isDefined && fallback !== own && fallbacks.indexOf(fallback) === place) continue;
        context.addIssue({
          code: 'custom',
          path: [own, 'fallbacks', place],
          message: 'must be the name of another model that is defined here, once',
        });
      }
    }
  });

export type ModelDefinitions = z.infer<typeof modelDefinitions>;

/** JSON Schema of the `params` that a version set may give for a model. */
export const samplingJsonSchema = z.toJSONSchema(samplingSchema) as JsonObject;
