import path from 'node:path';
import { z } from 'zod';
import {
  addressRanges,
  choice,
  ConfigError,
  configReference,
  filePath,
  flag,
  loadConfig,
  milliseconds,
  names,
  port,
  text,
  url,
  type Environment,
} from './index.js';

const schema = z.object({
  PORT: port().default(8080).describe('where the gateway listens'),
  DATABASE_URL: url(['postgres:', 'postgresql:']),
  LOG_LEVEL: choice(['debug', 'info']).default('info'),
  TRACES: flag().default(false),
  STALL_MS: milliseconds().default(30_000),
  REGION: text().optional(),
});
const good = { DATABASE_URL: 'postgres://u:pw@host/db' };

const problemsOf = (environment: Environment) => {
  try {
    loadConfig(schema, environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('configuration', () => {
  it('is typed and has defaults', () => {
    expect(loadConfig(schema, { ...good, PORT: ' 9000 ', TRACES: 'on', PATH: '/bin' })).toEqual({
      PORT: 9000,
      DATABASE_URL: 'postgres://u:pw@host/db',
      LOG_LEVEL: 'info',
      TRACES: true,
      STALL_MS: 30_000,
    });
  });

  it('reads comma-separated names, and rejects invalid ones', () => {
    const readers = z.object({ READERS: names() });
    expect(loadConfig(readers, { READERS: 'agents, conversations.svc ' })).toEqual({
      READERS: ['agents', 'conversations.svc'],
    });
    for (const wrong of [',', 'agents,', 'a b', '*'])
      expect(() => loadConfig(readers, { READERS: wrong })).toThrow('must be names separated by commas');
  });

  it('makes the path of a file absolute, and rejects other URLs', () => {
    const files = z.object({ LIST: filePath() });
    expect(loadConfig(files, { LIST: 'lists/of all' })).toEqual({ LIST: path.resolve('lists/of all') });
    expect(loadConfig(files, { LIST: '/srv/list' })).toEqual({ LIST: '/srv/list' });
    for (const address of ['s3://bucket/list', 'https://host/list'])
      expect(() => loadConfig(files, { LIST: address })).toThrow(
        'must be the path of a file; an address, such as that of a bucket, can not be used',
      );
  });

  it('takes an empty variable as unset', () => {
    expect(loadConfig(schema, { ...good, PORT: '', REGION: '  ' })).toEqual(loadConfig(schema, good));
  });

  it('takes an empty list of addresses as none, whatever the default', () => {
    const listed = z.object({ ALLOW: addressRanges().default('127.0.0.0/8') });
    expect(loadConfig(listed, {})).toEqual({ ALLOW: '127.0.0.0/8' });
    for (const empty of ['', ' ']) expect(loadConfig(listed, { ALLOW: empty })).toEqual({ ALLOW: '' });
    expect(() => loadConfig(listed, { ALLOW: 'localhost' })).toThrow('must be addresses or ranges');
  });

  it('lets a schema turn variables into a shape of its own', () => {
    const shaped = schema.transform((variables) => ({ port: variables.PORT }));
    expect(loadConfig(shaped, good)).toEqual({ port: 8080 });
  });

  it('says what is missing', () => {
    expect(problemsOf({})).toEqual([
      {
        key: 'DATABASE_URL',
        message: 'is not set: it must be a URL that begins with postgres:// or postgresql://',
      },
    ]);
  });

  it.each([
    ['PORT', '80a', 'must be a whole number from 0 to 65535'],
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['PORT', '1.5', 'must be a whole number from 0 to 65535'],
    ['LOG_LEVEL', 'loud', 'must be one of debug, info'],
    ['TRACES', 'perhaps', 'must be one of on, true, 1, off, false, 0'],
    ['STALL_MS', '0', 'must be a whole number from 1 to 86400000'],
    ['DATABASE_URL', 'http://host', 'must be a URL that begins with postgres:// or postgresql://'],
    ['DATABASE_URL', 'nonsense', 'must be a URL that begins with postgres:// or postgresql://'],
  ])('refuses %s=%s', (key, value, message) => {
    expect(problemsOf({ ...good, [key]: value })).toEqual([{ key, message }]);
  });

  it('has one line for each wrong key and never shows a value', () => {
    const wrong = { PORT: 'hunter2', DATABASE_URL: 'mysql://root:hunter2@host' };
    const load = () => loadConfig(schema, wrong);
    expect(load).toThrow(
      [
        'The configuration is not valid:',
        '  PORT must be a whole number from 0 to 65535',
        '  DATABASE_URL must be a URL that begins with postgres:// or postgresql://',
      ].join('\n'),
    );
    expect(load).not.toThrow(/hunter2/);
  });

  it('describes itself for the reference table', () => {
    expect(configReference(schema).slice(0, 2)).toEqual([
      { key: 'PORT', description: 'where the gateway listens', required: false, defaultValue: 8080 },
      { key: 'DATABASE_URL', description: '', required: true, defaultValue: undefined },
    ]);
  });
});
