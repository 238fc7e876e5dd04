import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import '../../../test/support/source-loader.mjs';

const { javaArguments } = await import('@svc/testing/kafka-cluster');
const { createKafkaClient } = await import('@svc/kafka-client');
const { createTopics, TopicNames } = await import('@svc/event-bus-kafka');

const records = 300_000;
const recordBytes = 500;

/** Kafka's own benchmark of a producer, with the same guarantees as ours: all replicas, idempotent. @returns records per second */
export async function producerPerformance({ jars, cluster, partitions }) {
  const names = new TopicNames({ installation: `reference-${randomBytes(4).toString('hex')}` });
  const kafka = createKafkaClient({ clientId: 'bench', brokers: cluster.endpoints.split(',') });
  await createTopics(kafka, { names, sources: ['bench'], partitions });
  const properties = [`bootstrap.servers=${cluster.endpoints}`, 'acks=all', 'enable.idempotence=true'];
  const args = [
    ...['--topic', names.topicOf('bench')],
    ...['--num-records', String(records)],
    ...['--record-size', String(recordBytes)],
    ...['--throughput', '-1'],
    ...['--producer-props', ...properties],
  ];
  const main = 'org.apache.kafka.tools.ProducerPerformance';
  const said = execFileSync('java', javaArguments({ jars, heap: '256m', main, args }), { encoding: 'utf8' });
  const [, rate] = /records sent, ([\d.]+) records\/sec/.exec(said.trim().split('\n').at(-1)) ?? [];
  if (rate === undefined) throw new Error(`ProducerPerformance has said: ${said}`);
  return Math.round(Number(rate));
}
