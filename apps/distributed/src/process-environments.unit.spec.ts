import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@svc/config';
import { byService, processNames } from '@svc/installation';
import { configuration as schema } from './configuration.js';
import { environmentOf } from './process-environments.js';

const environment = {
  PATH: '/bin',
  DATABASE_URL: 'postgresql://administrator:secret@host/db',
  SVC_DATABASE_CONNECTIONS: '7',
  SVC_MODEL_API_KEY: 'of the model',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
};
const surroundings = {
  configuration: loadConfig(schema, { ...environment, SVC_DATA_DIR: '/data' }),
  environment,
  addresses: byService((name) => `localhost:${name}`),
  healthPorts: byService((_name, index) => index + 1),
  databaseUrls: byService((name) => `postgresql://svc_${name}:of-${name}@host/db`),
  masterKey: '07'.repeat(32),
  instanceId: 'first',
  installation: '4f1c',
};
const all = processNames.map((name) => environmentOf(name, surroundings));
const valuesOf = (key: string) => all.map((variables) => variables[key]);

describe('the environment of the processes', () => {
  it('has its own database role and master key for each service, and none for the gateway', () => {
    expect(valuesOf('DATABASE_URL')).toEqual([
      'postgresql://svc_identity:of-identity@host/db',
      'postgresql://svc_agents:of-agents@host/db',
      'postgresql://svc_conversations:of-conversations@host/db',
      'postgresql://svc_memory:of-memory@host/db',
      'postgresql://svc_webhooks:of-webhooks@host/db',
      'postgresql://svc_world:of-world@host/db',
      undefined,
    ]);
    const keys = valuesOf('SVC_MASTER_KEY');
    expect(new Set(keys).size).toBe(7);
    expect(keys[6]).toBeUndefined();
    expect(JSON.stringify(all)).not.toContain('administrator');
    expect(JSON.stringify(all)).not.toContain(surroundings.masterKey);
  });

  it('has its own certificate for each', () => {
    expect(valuesOf('SVC_RPC_KEY')).toEqual(processNames.map((name) => `/data/certificates/${name}.key`));
  });

  it('sends events over Kafka if configured, and else not at all', () => {
    expect(valuesOf('KAFKA_BROKERS')).toEqual(processNames.map(() => undefined));
    const given = { ...environment, KAFKA_BROKERS: '127.0.0.1:9092, 127.0.0.1:9094', SVC_KAFKA_TLS: 'on' };
    const configuration = loadConfig(schema, given);
    for (const name of processNames) {
      expect(environmentOf(name, { ...surroundings, configuration, environment: given })).toMatchObject({
        SVC_KAFKA_TLS: 'on',
        KAFKA_BROKERS: '127.0.0.1:9092,127.0.0.1:9094',
        SVC_INSTALLATION: '4f1c',
      });
    }
  });

  it('passes on common variables, and those of models only to conversations and memory', () => {
    expect(new Set(valuesOf('OTEL_EXPORTER_OTLP_ENDPOINT'))).toEqual(new Set(['http://127.0.0.1:4318']));
    expect(valuesOf('SVC_MODEL_API_KEY')).toEqual([
      undefined,
      undefined,
      'of the model',
      'of the model',
      undefined,
      undefined,
      undefined,
    ]);
    expect(valuesOf('SVC_DATABASE_CONNECTIONS')).toEqual(['7', '7', '7', '7', '7', '7', undefined]);
  });

  it.each(['webhooks', 'agents'] as const)(
    'allows %s to call this machine unless others reach the server, or the list says none',
    (name) => {
      const allowedAt = (host: string, variables = {}) =>
        environmentOf(name, {
          ...surroundings,
          configuration: { ...surroundings.configuration, HOST: host },
          environment: { ...environment, ...variables },
        })['SVC_OUTGOING_ALLOW'];
      expect(allowedAt('127.0.0.1')).toBe('127.0.0.0/8,::1');
      expect(allowedAt('127.0.0.1', { SVC_OUTGOING_ALLOW: '' })).toBe('');
      expect(allowedAt('0.0.0.0')).toBe('');
    },
  );

  it('passes the keys of models in SVC_MODELS only to conversations and memory', () => {
    const model = { provider: 'openai', model: 'gpt', api_key_variable: 'MY_KEY' };
    const models = { SVC_MODELS: JSON.stringify({ default: model }), MY_KEY: 'secret' };
    const having = processNames.filter(
      (name) =>
        environmentOf(name, { ...surroundings, environment: { ...environment, ...models } })['MY_KEY'],
    );
    expect(having).toEqual(['conversations', 'memory']);
  });
});
