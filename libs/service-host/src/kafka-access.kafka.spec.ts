import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { loadConfig, type Environment } from '@svc/config';
import { createTopics, TopicNames } from '@svc/event-bus-kafka';
import { createKafkaClient } from '@svc/kafka-client';
import { createAuthority } from '@svc/rpc/authority';
import { kafkaAccessOf } from './kafka-access.js';
import { kafkaConfig } from './service-config.js';

const secured = JSON.parse(process.env['SVC_TEST_KAFKA_SECURED'] || '{}') as Environment;
/** What an external cluster demands is not known. The brokers of these tests always demand it. */
const whereItIs = secured['KAFKA_BROKERS'] === undefined ? describe.skip : describe;
const installation = `test-${randomBytes(6).toString('hex')}`;
const inFolder = (name: string) => path.join(path.dirname(secured['SVC_KAFKA_CA'] ?? ''), name);

/** Creates a topic, as a process with these variables does. */
async function createTopic(change: Environment): Promise<readonly string[]> {
  const environment = { ...secured, SVC_INSTALLATION: installation, ...change };
  const access = kafkaAccessOf(loadConfig(kafkaConfig, environment));
  if (!access) throw new Error('there are brokers');
  const kafka = createKafkaClient({ clientId: 'test', ...access, retry: { retries: 0 } });
  const topics = await createTopics(kafka, {
    names: new TopicNames(access),
    sources: ['bank'],
    partitions: 1,
  });
  return topics.map(({ topic }) => topic);
}

whereItIs('brokers that demand TLS, a certificate and SASL', () => {
  it.each(['plain', 'scram-sha-256', 'scram-sha-512'])(
    'let a client in that signs in by %s',
    async (sasl) => {
      expect(await createTopic({ SVC_KAFKA_SASL: sasl })).toEqual([`svc-${installation}.bank.events`]);
    },
  );

  it.each<[string, Environment]>([
    ['another password', { SVC_KAFKA_PASSWORD: 'another' }],
    ['no user', { SVC_KAFKA_SASL: undefined, SVC_KAFKA_USER: undefined, SVC_KAFKA_PASSWORD: undefined }],
    ['no certificate', { SVC_KAFKA_CERT: undefined, SVC_KAFKA_KEY: undefined }],
    [
      'no TLS',
      {
        ...{ SVC_KAFKA_TLS: 'off', SVC_KAFKA_CA: undefined },
        ...{ SVC_KAFKA_CERT: undefined, SVC_KAFKA_KEY: undefined },
      },
    ],
  ])('refuse one with %s', async (_what, change) => {
    await expect(createTopic({ SVC_KAFKA_SASL: 'scram-sha-512', ...change })).rejects.toThrow();
  });

  it('are refused by a client that trusts another authority', async () => {
    writeFileSync(inFolder('another-ca.pem'), createAuthority('another', 1).ca);
    const change = { SVC_KAFKA_SASL: 'scram-sha-512', SVC_KAFKA_CA: inFolder('another-ca.pem') };
    await expect(createTopic(change)).rejects.toThrow(/certificate|signature/);
  });
});
