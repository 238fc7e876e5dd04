import { randomBytes } from 'node:crypto';
import { createKafkaClient } from '@svc/kafka-client';
import { KafkaCluster } from '@svc/testing/kafka-cluster';
import type { Kafka } from 'kafkajs';
import { signingKeyOf, TopicNames } from '../src/index.js';

/** A client of the brokers of this run. */
export function testKafka(clientId: string): Kafka {
  const brokers = process.env['SVC_TEST_KAFKA_BROKERS'];
  if (!brokers) throw new Error('There is no Kafka: run this by the project kafka.');
  return createKafkaClient({ clientId, brokers: brokers.split(',') });
}

/** Topics of one test, as of an installation. */
export function testTopicNames(): { readonly installation: string; readonly names: TopicNames } {
  const installation = `test-${randomBytes(6).toString('hex')}`;
  return { installation, names: new TopicNames({ installation }) };
}

/** Of every context in these tests. */
export const testSigningKey = signingKeyOf(Buffer.alloc(32, 7));
export const testKeysOf = () => Promise.resolve([testSigningKey.publicKey]);

/** The three brokers of this run, all serving. */
export async function testCluster(): Promise<KafkaCluster> {
  const cluster = KafkaCluster.open(process.env['SVC_TEST_KAFKA_FOLDER'] ?? '');
  if (!cluster) throw new Error('There is no cluster: run this by the project kafka-fault.');
  for (const broker of cluster.brokers) broker.resume();
  await cluster.start();
  return cluster;
}
