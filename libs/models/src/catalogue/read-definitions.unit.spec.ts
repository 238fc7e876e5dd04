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
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
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

  it('when the address contains a password, then the start rejects it without showing it', () => {
    const message = problemsOf({ SVC_MODEL_BASE_URL: 'https://u:sk-secret@a/v1', SVC_MODEL_NAME: 'm' });
    expect(message).toContain('SVC_MODEL_BASE_URL must be a URL without a user, a password');
    expect(message).not.toContain('sk-secret');
  });

  it('then the time limits of the variables apply', () => {
    const { default: model } = catalogueOf({
      SVC_MODEL_FIRST_PIECE_TIMEOUT_MS: '1',
      SVC_MODEL_PIECE_TIMEOUT_MS: '2',
      SVC_MODEL_TIMEOUT_MS: '3',
      SVC_MODEL_JUDGEMENT_TIMEOUT_MS: '4',
      SVC_MODEL_FALLBACK_AFTER_MS: '5',
    });
    expect(model.limits).toEqual({
      firstPieceMs: 1,
      betweenPiecesMs: 2,
      messageMs: 3,
      judgementMs: 4,
      fallbackAfterMs: 5,
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

  it('then its settings have what differs from the defaults and affects turns', () => {
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
    ...['constructor', 'toString', '__proto__'].map((name): [string, object, string] => [
      `falls back to what every object has (${name})`,
      models({ default: { ...local, fallbacks: [name] } }),
      'SVC_MODELS.default.fallbacks.0 must be the name of another model',
    ]),
    [
      'gives a model no name',
      models({ default: local, 'a\nb': local }),
      /SVC_MODELS must give each model a name of letters, digits and \._:\/-, 100 at most$/,
    ],
    ...['http://u:sk-secret@a/v1', 'http://a/v1?key=sk-secret', 'http://a/v1#x'].map(
      (base_url): [string, object, string] => [
        `has an address that no call can be made to (${base_url})`,
        models({ default: { ...local, base_url } }),
        'SVC_MODELS.default.base_url must be a URL without a user, a password, a query or a fragment',
      ],
    ),
    [
      'has a temperature that is no number',
      models({ default: { ...local, sampling: { temperature: 'hot' } } }),
      'SVC_MODELS.default.sampling.temperature must be a number from 0 to 2',
    ],
    [
      'has a list for an object',
      models({ default: { ...local, calls: { message: [] } } }),
      'SVC_MODELS.default.calls.message must be an object',
    ],
    [
      'has a context that holds no prompt',
      models({ default: { ...local, context_tokens: 512 } }),
      'SVC_MODELS.default.context_tokens must be at least 1024 tokens',
    ],
    [
      'has a price beyond all measure',
      models({ default: { ...local, price: { input: 1, output: 1e300 } } }),
      'SVC_MODELS.default.price.output must be at most 1000000 US dollars',
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
    [
      'refers to a variable that every object has',
      models({ default: { ...local, api_key_variable: 'constructor' } }),
      'constructor is not set: SVC_MODELS refers to it',
    ],
  ])('when it %s, then the start says what is wrong with which part', (_what, environment, sentence) => {
    expect(problemsOf(environment as Readonly<Record<string, string>>)).toMatch(sentence);
  });

  it.each(['sk-secret\u201d', 'sk-sec ret', 'sk-secret\r\nx-more: 1'])(
    'when a key can not be sent (%j), then the start names its variable, and never the key',
    (key) => {
      const { MY_KEY, SVC_MODELS } = {
        MY_KEY: key,
        ...models({ default: { ...local, api_key_variable: 'MY_KEY' } }),
      };
      const message = problemsOf({ MY_KEY, SVC_MODELS });
      expect(message).toContain('MY_KEY holds what can not be sent as a key');
      expect(message).not.toContain('sk-sec');
      const short = { SVC_MODEL_BASE_URL: local.base_url, SVC_MODEL_NAME: 'm', SVC_MODEL_API_KEY: key };
      expect(problemsOf(short)).toContain('SVC_MODEL_API_KEY holds what can not be sent as a key');
    },
  );

  it('when a file begins with a byte order mark, then it is still read', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'models-'));
    const file = path.join(folder, 'models.json');
    writeFileSync(file, `\ufeff${JSON.stringify({ default: local })}`);
    expect(catalogueOf({ SVC_MODELS: file }).default.definition.model).toBe('llama3.1');
    rmSync(folder, { recursive: true });
  });

  it('when it contains a key by mistake, then the key is in no message', () => {
    const message = problemsOf(models({ default: { ...local, api_key: 'sk-secret' } }));
    expect(message).toContain('SVC_MODELS.default must not have api_key');
    const asName = problemsOf(models({ default: { ...local, api_key_variable: 'sk-secret' } }));
    expect(asName).toContain('never the secret itself');
    expect(message + asName).not.toContain('sk-secret');
  });
});
