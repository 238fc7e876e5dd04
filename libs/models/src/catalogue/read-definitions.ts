import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { ConfigError, type ConfigProblem, type Environment } from '@svc/config';
import type { AnswerForm } from '../definition/answer-form.js';
import type { ModelConfig } from '../model-config.js';
import {
  defaultModelName,
  modelDefinitions,
  nameOfModel,
  type ModelDefinitions,
} from '../definition/model-definition.js';

const variable = 'SVC_MODELS';

/**
 * The models that a configuration defines, by name: those of `SVC_MODELS`, else the one of the short form (`SVC_MODEL_BASE_URL`
 * and `SVC_MODEL_NAME`), else the offline one.
 * @throws ConfigError that never quotes a value
 */
export function readDefinitions(config: ModelConfig): ModelDefinitions {
  const { SVC_MODELS: models, SVC_MODEL_BASE_URL: baseUrl, SVC_MODEL_NAME: model } = config;
  if (models === undefined) return { [defaultModelName]: shortForm(config) };
  if (baseUrl !== undefined || model !== undefined) {
    const key = baseUrl === undefined ? 'SVC_MODEL_NAME' : 'SVC_MODEL_BASE_URL';
    throw new ConfigError([{ key, message: `must not be set beside ${variable}, which defines all models` }]);
  }
  return parsed(models.trimStart().startsWith('{') ? models : fileText(models));
}

function shortForm(config: ModelConfig): ModelDefinitions[string] {
  const { SVC_MODEL_BASE_URL: baseUrl, SVC_MODEL_NAME: model } = config;
  const common = {
    context_tokens: 32_768,
    limits: {},
    sampling: {},
    judgement_order: 'choice_first' as const,
    words_ahead: true,
    calls: { judgement: {}, message: {}, extraction: {} },
    fallbacks: [],
  };
  const capabilities = (structured_output: AnswerForm) => ({ structured_output, refused_sampling: [] });
  if (baseUrl === undefined && model === undefined) {
    return { provider: 'offline', model: 'rules-1', ...common, capabilities: capabilities('json_schema') };
  }
  if (baseUrl === undefined) {
    throw problem('is not set: SVC_MODEL_NAME needs the address of its API', 'SVC_MODEL_BASE_URL');
  }
  if (model === undefined) {
    throw problem('is not set: SVC_MODEL_BASE_URL needs the name of a model', 'SVC_MODEL_NAME');
  }
  return {
    provider: 'openai-compatible',
    base_url: baseUrl,
    model,
    ...(config.SVC_MODEL_API_KEY === undefined ? {} : { api_key_variable: 'SVC_MODEL_API_KEY' }),
    ...common,
    capabilities: capabilities(config.SVC_MODEL_STRUCTURED_OUTPUTS ? 'json_schema' : 'json_object'),
  };
}

function fileText(file: string): string {
  try {
    return readFileSync(path.resolve(file), 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'an error';
    throw problem(`must be JSON or the path of a file that can be read (${code})`);
  }
}

function parsed(text: string): ModelDefinitions {
  let json: unknown;
  try {
    // Some editors begin a file with a byte order mark, which `trimStart` removes and JSON does not allow.
    json = JSON.parse(text.trimStart());
  } catch {
    throw problem('is not valid JSON');
  }
  const result = modelDefinitions.safeParse(json);
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map(problemOf));
}

function problemOf(issue: z.core.$ZodIssue): ConfigProblem {
  // An invalid name could be anything, also a secret, so it is not repeated.
  if (issue.code === 'invalid_key')
    return { key: variable, message: `must give each model ${nameOfModel}, 100 at most` };
  const key = [variable, ...issue.path.map(String)].join('.');
  if (issue.code !== 'unrecognized_keys') return { key, message: issue.message };
  return { key, message: `must not have ${issue.keys.join(', ')}` };
}

function problem(message: string, key: string = variable): ConfigError {
  return new ConfigError([{ key, message }]);
}

/** Variables that definitions refer to. They contain secrets. */
export function secretVariables(definitions: ModelDefinitions): readonly string[] {
  return [
    ...new Set(
      Object.values(definitions).flatMap((definition) => [
        ...(definition.api_key_variable === undefined ? [] : [definition.api_key_variable]),
        ...(definition.provider === 'bedrock'
          ? [definition.access_key_id_variable, definition.secret_access_key_variable].filter(
              (name) => name !== undefined,
            )
          : []),
      ]),
    ),
  ];
}

/** Keys are sent in a header: one with a typographic quotation mark would fail each call. */
const sendable = /^[\x21-\x7e]+$/;

/** Reads secrets by the names of their variables. @throws ConfigError for one that is not set */
export function secretsIn(environment: Environment): (name: string | undefined) => string | undefined {
  return (name) => {
    if (name === undefined) return undefined;
    const value = Object.hasOwn(environment, name) ? environment[name]?.trim() : undefined;
    if (!value) throw problem(`is not set: ${variable} refers to it for the key of a model`, name);
    if (sendable.test(value)) return value;
    throw problem('holds what can not be sent as a key: line breaks, blanks or signs beyond ASCII', name);
  };
}
