import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ConfigError, configReference, loadConfig } from '@svc/config';
import { modelConfig } from '../model-config.js';
import { createModelCatalogue } from './model-catalogue.js';

const catalogueOf = (environment: Readonly<Record<string, string>>) =>
  createModelCatalogue(loadConfig(modelConfig, environment), environment);

const models = (definitions: unknown) => ({ SVC_MODELS: JSON.stringify(definitions) });

const local = { provider: 'openai-compatible', base_url: 'http://127.0.0.1:11434/v1', model: 'llama3.1' };

function problemsOf(environment: Readonly<Record<string, string>>): string {
  try {
    catalogueOf(environment);
  } catch (failure) {
    if (failure instanceof ConfigError) return failure.message;
    throw failure;
  }
  return 'none';
}

describe('given no SVC_MODELS', () => {
  it('when nothing is set, then the only model is the offline one, named default', () => {
    const catalogue = catalogueOf({});
    expect(catalogue.all.map(({ name }) => name)).toEqual(['default']);
    expect(catalogue.default.model).toMatchObject({ provider: 'offline', modelId: 'rules-1' });
  });

  it('when the short form is set, then it is one model named default', () => {
    const { default: model } = catalogueOf({
      SVC_MODEL_BASE_URL: 'http://127.0.0.1:1/v1',
      SVC_MODEL_NAME: 'm',
      SVC_MODEL_STRUCTURED_OUTPUTS: 'off',
    });
    expect(model.definition).toMatchObject({ provider: 'openai-compatible', model: 'm', fallbacks: [] });
    expect(model.settings).toEqual({ context_tokens: 32_768, structured_outputs: false });
  });

  it.each([
    [{ SVC_MODEL_BASE_URL: 'http://127.0.0.1/v1' }, 'SVC_MODEL_NAME'],
    [{ SVC_MODEL_NAME: 'llama' }, 'SVC_MODEL_BASE_URL'],
  ])('when half of the short form is missing, then the other half is named: %j', (environment, key) => {
    expect(problemsOf(environment as Readonly<Record<string, string>>)).toContain(`${key} is not set`);
  });

  it('then the time limits of the variables hold', () => {
    const { default: model } = catalogueOf({
      SVC_MODEL_FIRST_PIECE_TIMEOUT_MS: '1',
      SVC_MODEL_PIECE_TIMEOUT_MS: '2',
      SVC_MODEL_TIMEOUT_MS: '3',
      SVC_MODEL_JUDGEMENT_TIMEOUT_MS: '4',
    });
    expect(model.limits).toEqual({
      firstPieceMs: 1,
      betweenPiecesMs: 2,
      messageMs: 3,
      judgementMs: 4,
    });
  });

  it('then each variable is described, and none is required', () => {
    for (const row of configReference(modelConfig)) {
      expect(row.description).not.toBe('');
      expect(row.required).toBe(false);
    }
  });
});

describe('given SVC_MODELS', () => {
  it('when it is JSON, then each model has its name, limits, sampling and fallbacks', () => {
    const catalogue = catalogueOf({
      ...models({
        default: { ...local, fallbacks: ['hosted'], limits: { judgement_ms: 5_000 } },
        hosted: {
          provider: 'anthropic',
          model: 'claude',
          api_key_variable: 'MY_KEY',
          sampling: { temperature: 0.2 },
        },
      }),
      MY_KEY: 'sk-1',
    });
    expect(catalogue.all.map(({ name }) => name)).toEqual(['default', 'hosted']);
    expect(catalogue.default.limits).toMatchObject({ judgementMs: 5_000, messageMs: 120_000 });
    const [hosted] = catalogue.fallbacksOf(catalogue.default);
    expect(hosted).toMatchObject({ name: 'hosted', settings: { temperature: 0.2 } });
  });

  it('then the settings say what is not as by default of how a turn is taken with it', () => {
    const other = { judgement_order: 'reason_first', words_ahead: false } as const;
    const settings = (definition: object) => catalogueOf(models({ default: definition })).default.settings;
    expect(settings({ ...local, ...other })).toEqual({ ...settings(local), ...other });
    expect(settings({ ...local, words_ahead: true })).toEqual(settings(local));
  });

  it('when it is the path of a file, then the file is read', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'models-'));
    const file = path.join(folder, 'models.json');
    writeFileSync(file, JSON.stringify({ default: local }));
    expect(catalogueOf({ SVC_MODELS: file }).default.definition.model).toBe('llama3.1');
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['is no JSON', { SVC_MODELS: '{"default"' }, 'SVC_MODELS is not valid JSON'],
    ['names no file', { SVC_MODELS: '/nowhere/models.json' }, /SVC_MODELS must be JSON or the path .*ENOENT/],
    ['defines no default', models({ main: local }), 'must define a model named "default"'],
    [
      'has an unknown provider',
      models({ default: { ...local, provider: 'acme' } }),
      'SVC_MODELS.default.provider must be one of openai-compatible, openai,',
    ],
    [
      'has no address',
      models({ default: { ...local, base_url: undefined } }),
      'SVC_MODELS.default.base_url must be',
    ],
    [
      'falls back to a model that there is not',
      models({ default: { ...local, fallbacks: ['second'] } }),
      'SVC_MODELS.default.fallbacks.0 must be the name of another model',
    ],
    [
      'falls back to itself',
      models({ default: { ...local, fallbacks: ['default'] } }),
      'SVC_MODELS.default.fallbacks.0 must be the name of another model',
    ],
    [
      'has a price below nothing',
      models({ default: { ...local, price: { input: -1, output: 1 } } }),
      'SVC_MODELS.default.price.input must be an amount of US dollars from 0',
    ],
    [
      'stands beside the short form',
      { ...models({ default: local }), SVC_MODEL_NAME: 'm', SVC_MODEL_BASE_URL: 'http://a/v1' },
      'SVC_MODEL_BASE_URL must not be set beside SVC_MODELS',
    ],
    [
      'refers to a variable that is not set',
      models({ default: { ...local, api_key_variable: 'MY_KEY' } }),
      'MY_KEY is not set: SVC_MODELS refers to it',
    ],
  ])('when it %s, then the start says what is wrong with which part', (_what, environment, sentence) => {
    expect(problemsOf(environment as Readonly<Record<string, string>>)).toMatch(sentence);
  });

  it('when a key stands in it by mistake, then its value is in no message', () => {
    const message = problemsOf(models({ default: { ...local, api_key: 'sk-secret' } }));
    expect(message).toContain('SVC_MODELS.default must not have api_key');
    const asName = problemsOf(models({ default: { ...local, api_key_variable: 'sk-secret' } }));
    expect(asName).toContain('never the secret itself');
    expect(message + asName).not.toContain('sk-secret');
  });
});
