// kafkajs behind our guard beside @platformatic/kafka, with the very messages of our relay: published in batches of 200
// and acknowledged by all replicas, then read and decoded again.
import { createRequire } from 'node:module';
import path from 'node:path';
import '../../../test/support/source-loader.mjs';
import { rate, tellRate, until } from './figures.mjs';
import { busOver, clientOf, newPrefix } from './relay.mjs';

const { createTopics, GuardedProducer, partitionOf, TopicNames } = await import('@svc/event-bus-kafka');
const { outgoingMessage, publicEventOfMessage } =
  await import('../../../libs/event-bus-kafka/src/messages/kafka-message.ts');
const { samplePublicEvent } = await import('@svc/event-bus/test-world');

const count = 60_000;
const atOnce = 200;
const partitions = 12;
const source = 'bank';
const text = JSON.stringify({ text: 'x'.repeat(300) });

/** @param folder where `npm install @platformatic/kafka` was run: it is no dependency of this repository */
export async function compareClients(onProgress, { endpoints, folder, reference }) {
  const prefixes = [newPrefix(), newPrefix()];
  for (const prefix of prefixes)
    await createTopics(clientOf(endpoints), { names: new TopicNames(prefix), sources: [source], partitions });
  for (const round of ['first', 'second']) {
    await withKafkajs(onProgress, { endpoints, round, reference, prefix: prefixes[0] });
    await withPlatformatic(onProgress, { endpoints, folder, round, reference, prefix: prefixes[1] });
  }
}

function* batches(topic) {
  for (let sent = 0; sent < count; sent += atOnce)
    yield Array.from({ length: atOnce }, (_, index) => {
      const streamId = `org:demo/account/${sent + index}`;
      const event = samplePublicEvent({ streamId, payload: text });
      return outgoingMessage(event, { topic, partition: partitionOf(streamId, partitions) });
    });
}

async function withKafkajs(onProgress, { endpoints, round, reference, prefix }) {
  const [kafka, names] = [clientOf(endpoints), new TopicNames(prefix)];
  const producer = new GuardedProducer({ kafka, onFailure: console.error });
  const { signal } = new AbortController();
  const published = await rate(count, async () => {
    for (const batch of batches(names.topicOf(source))) await producer.publish(batch, signal);
  });
  await producer.close();
  tellRate(onProgress, `kafkajs behind our guard, ${round} round: published`, published, reference);
  let read = 0;
  let subscriber;
  const consumed = await rate(count, async () => {
    subscriber = await busOver(kafka, names).consume({
      group: `rates-${round}`,
      sources: [source],
      handle: async (events) => void (read += events.length),
      onFailure: console.error,
    });
    await until(() => read, count);
  });
  await subscriber.stop();
  tellRate(onProgress, `kafkajs, ${round} round: read and decoded`, consumed, reference);
}

async function withPlatformatic(onProgress, { endpoints, folder, round, reference, prefix }) {
  const load = createRequire(path.join(path.resolve(folder), 'package.json'));
  const { Consumer, Producer } = await import(load.resolve('@platformatic/kafka'));
  const topic = new TopicNames(prefix).topicOf(source);
  const client = { clientId: 'bench', bootstrapBrokers: endpoints.split(',') };
  const producer = new Producer({ ...client, idempotent: true, acks: -1, retries: 3 });
  const published = await rate(count, async () => {
    for (const batch of batches(topic))
      await producer.send({
        messages: batch.map((message) => ({
          ...message,
          key: Buffer.from(message.key),
          headers: asMap(message.headers),
        })),
      });
  });
  await producer.close();
  tellRate(onProgress, `@platformatic/kafka, ${round} round: published`, published, reference);
  const consumer = new Consumer({ ...client, groupId: `rates-${round}`, autocommit: false, maxWaitTime: 50 });
  let read = 0;
  const consumed = await rate(count, async () => {
    const stream = await consumer.consume({ topics: [topic], mode: 'earliest' });
    for await (const { value, headers } of stream) {
      publicEventOfMessage({ value, headers: asObject(headers) });
      read += 1;
      if (read === count) break;
    }
  });
  await consumer.close(true);
  tellRate(onProgress, `@platformatic/kafka, ${round} round: read and decoded`, consumed, reference);
}

const asMap = (headers) =>
  new Map(Object.entries(headers).map(([name, value]) => [Buffer.from(name), Buffer.from(value)]));
const asObject = (headers) =>
  Object.fromEntries([...headers].map(([name, value]) => [name.toString(), value]));
