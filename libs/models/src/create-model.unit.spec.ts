import { ConfigError, configReference, loadConfig } from '@svc/config';
import { createModel, modelConfig, modelTimeLimits } from './index.js';

describe('given a configuration', () => {
  it('when it names no model, then the offline model is taken', () => {
    const model = createModel(loadConfig(modelConfig, {}));
    expect([model.provider, model.modelId]).toEqual(['offline', 'rules-1']);
  });

  it('when it names an address and a model, then that one is taken', () => {
    const config = loadConfig(modelConfig, {
      SVC_MODEL_BASE_URL: 'http://127.0.0.1:11434/v1',
      SVC_MODEL_NAME: 'llama',
    });
    const model = createModel(config);
    expect([model.provider, model.modelId]).toEqual(['openai-compatible.chat', 'llama']);
  });

  it.each([
    [{ SVC_MODEL_BASE_URL: 'http://127.0.0.1/v1' }, 'SVC_MODEL_NAME'],
    [{ SVC_MODEL_NAME: 'llama' }, 'SVC_MODEL_BASE_URL'],
  ])('when half of it is missing, then it is refused, naming the other half: %j', (environment, key) => {
    const config = loadConfig(modelConfig, environment);
    expect(() => createModel(config)).toThrow(ConfigError);
    expect(() => createModel(config)).toThrow(`${key} is not set`);
  });

  it('then its time limits are those of the port', () => {
    const config = loadConfig(modelConfig, {
      SVC_MODEL_FIRST_PIECE_TIMEOUT_MS: '1',
      SVC_MODEL_PIECE_TIMEOUT_MS: '2',
      SVC_MODEL_TIMEOUT_MS: '3',
      SVC_MODEL_JUDGEMENT_TIMEOUT_MS: '4',
    });
    expect(modelTimeLimits(config)).toEqual({
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
