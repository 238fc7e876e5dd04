import { z } from 'zod';
import { misspeltVariables, text } from './index.js';

const schema = z.object({
  PORT: text().optional(),
  SVC_LOG_LEVEL: text().optional(),
  SVC_DATA_DIR: text().optional(),
  SVC_MODEL_BASE_URL: text().optional(),
});

describe('a variable that nobody reads', () => {
  it.each([
    ['SVC_LOGLEVEL', 'SVC_LOG_LEVEL'],
    ['SVC_LOG_LEVLE', 'SVC_LOG_LEVEL'],
    ['SVC_DATADIR', 'SVC_DATA_DIR'],
    ['SVC_DATA_DIRS', 'SVC_DATA_DIR'],
    ['SVC_MODEL', 'SVC_MODEL_BASE_URL'],
    ['SVC_PORT', 'PORT'],
  ])('%s was meant as %s', (key, meant) => {
    expect(misspeltVariables(schema, { [key]: 'x' })).toEqual([{ key, meant }]);
  });

  it.each(['SVC_LOG_LEVEL', 'SVC_TRACES', 'SVC_MASTER_KEY', 'SVC_GATEWAY_SERVICE_HOST', 'SPORT', 'PATH'])(
    '%s is not reported',
    (key) => {
      expect(misspeltVariables(schema, { [key]: 'x' })).toEqual([]);
    },
  );
});
