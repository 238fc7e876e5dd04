import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadConfig, type Environment } from '@svc/config';
import { StartupError } from '@svc/errors';
import { createAuthority } from '@svc/rpc/authority';
import { kafkaAccessOf } from './kafka-access.js';
import { kafkaConfig } from './service-config.js';

let folder: string;
let files: Environment;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'svc-kafka-access-'));
  const authority = createAuthority('brokers', 1);
  const { certificate, key } = authority.issue('client');
  const file = (name: string, pem: Buffer) => {
    writeFileSync(path.join(folder, name), pem);
    return path.join(folder, name);
  };
  files = {
    SVC_KAFKA_CA: file('ca.pem', authority.ca),
    SVC_KAFKA_CERT: file('client.pem', certificate),
    SVC_KAFKA_KEY: file('client.key', key),
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

const brokers = { KAFKA_BROKERS: 'one:9092, two:9092', SVC_INSTALLATION: 'clinic' };
const user = { SVC_KAFKA_USER: 'svc', SVC_KAFKA_PASSWORD: 'secret' };
const accessOf = (environment: Environment) => kafkaAccessOf(loadConfig(kafkaConfig, environment));

it('given no brokers, then there is no access', () => {
  expect(accessOf({ SVC_INSTALLATION: 'clinic' })).toBeUndefined();
});

it('given brokers in the open, then it says whose topics are used there', () => {
  expect(accessOf(brokers)).toEqual({
    brokers: ['one:9092', 'two:9092'],
    installation: 'clinic',
    prefix: undefined,
    tls: undefined,
    sasl: undefined,
  });
});

it('given files and a user, then it holds their content', () => {
  expect(
    accessOf({ ...brokers, ...files, ...user, SVC_KAFKA_TLS: 'on', SVC_KAFKA_SASL: 'plain' }),
  ).toMatchObject({
    tls: { ca: expect.any(Buffer), certificate: expect.any(Buffer), key: expect.any(Buffer) },
    sasl: { mechanism: 'plain', username: 'svc', password: 'secret' },
  });
});

it.each<[string, Environment, RegExp]>([
  ['no installation', { SVC_INSTALLATION: undefined }, /set SVC_INSTALLATION/],
  ['an authority without TLS', { SVC_KAFKA_CA: '/ca.pem' }, /set SVC_KAFKA_TLS=on/],
  [
    'a certificate without its key',
    { SVC_KAFKA_TLS: 'on', SVC_KAFKA_CERT: '/client.pem' },
    /are a pair: set both/,
  ],
  ['a file that is not there', { SVC_KAFKA_TLS: 'on', SVC_KAFKA_CA: '/nowhere/ca.pem' }, /is not there/],
  ['a user without SASL', user, /set SVC_KAFKA_SASL/],
  ['SASL without a user', { SVC_KAFKA_SASL: 'scram-sha-512' }, /needs SVC_KAFKA_USER and SVC_KAFKA_PASSWORD/],
  ['a password in plain text', { ...user, SVC_KAFKA_SASL: 'plain' }, /sends the password readable/],
])('given %s, then it says what to set', (_what, change, sentence) => {
  const access = () => accessOf({ ...brokers, ...change });
  expect(access).toThrow(StartupError);
  expect(access).toThrow(sentence);
});
