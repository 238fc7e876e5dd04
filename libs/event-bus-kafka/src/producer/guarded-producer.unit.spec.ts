import { expect, it } from '@jest/globals';
import type { ICustomPartitioner, Kafka, ProducerBatch, ProducerConfig, RecordMetadata } from 'kafkajs';
import type { OutgoingMessage } from '../messages/kafka-message.js';
import { GuardedProducer } from './guarded-producer.js';
import { silentProducerMetrics } from './producer-metrics.js';

const topic = 'svc.bank.events';
const message = (partition: number): OutgoingMessage => ({
  topic,
  partition,
  key: `stream-${partition}`,
  value: Buffer.from('{}'),
  headers: {},
  bytes: 100,
});
const acknowledge = (...partitions: readonly number[]): RecordMetadata[] =>
  partitions.map((partition) => ({ topicName: topic, partition, errorCode: 0 }));

/** A cluster with these outcomes of its sends, in order. */
function clusterThat(...outcomes: readonly (() => Promise<RecordMetadata[]>)[]) {
  const sends: { readonly producer: number; readonly partitions: readonly (number | undefined)[] }[] = [];
  /** Of each producer: kafkajs asks it before each of its own tries. */
  const partitioners: ReturnType<ICustomPartitioner>[] = [];
  /** Producers, each time that one is disconnected. */
  const disconnected: number[] = [];
  const kafka = {
    producer: ({ createPartitioner }: ProducerConfig) => {
      const producer = partitioners.push((createPartitioner as ICustomPartitioner)());
      return {
        connect: () => Promise.resolve(),
        disconnect: () => Promise.resolve(void disconnected.push(producer)),
        sendBatch: ({ topicMessages = [] }: ProducerBatch) => {
          const messages = topicMessages.flatMap((of) => of.messages);
          sends.push({ producer, partitions: messages.map(({ partition }) => partition) });
          return outcomes[sends.length - 1]?.() ?? Promise.reject(new Error('no more outcomes'));
        },
      };
    },
  } as unknown as Kafka;
  return { kafka, sends, partitioners, disconnected };
}

function guarded(kafka: Kafka, sendWithinMs = 60_000) {
  const told: string[] = [];
  let leftOut = 0;
  const producer = new GuardedProducer({
    kafka,
    sendWithinMs,
    onError: (error) => told.push((error as Error).message),
    metrics: { ...silentProducerMetrics, leftOut: (messages) => (leftOut += messages) },
  });
  return { producer, told, leftOut: () => leftOut };
}

const notAborted = new AbortController().signal;

it('given a response without some partitions, then only these are sent again', async () => {
  const { kafka, sends } = clusterThat(
    () => Promise.resolve(acknowledge(0, 2)),
    () => Promise.resolve([...acknowledge(1), { topicName: topic, partition: 3, errorCode: 6 }]),
    () => Promise.resolve(acknowledge(3)),
  );
  const { producer, leftOut } = guarded(kafka);
  await producer.publish([0, 1, 2, 3].map(message), notAborted);
  expect(sends.map(({ partitions }) => partitions)).toEqual([[0, 1, 2, 3], [1, 3], [3]]);
  expect(leftOut()).toBe(3);
});

it('given a response without any partition, then it reports that, and another producer sends after a pause', async () => {
  const { kafka, sends } = clusterThat(
    () => Promise.resolve([]),
    () => Promise.resolve(acknowledge(0, 1)),
  );
  const { producer, told } = guarded(kafka);
  await producer.publish([0, 1, 1].map(message), notAborted);
  expect(sends.map(({ producer: by }) => by)).toEqual([1, 2]);
  expect(told).toEqual([
    'The cluster has taken nothing for svc.bank.events/0, svc.bank.events/1: has the topic fewer partitions than before?',
  ]);
});

it('given a failure, then the same producer sends the same again', async () => {
  const { kafka, sends } = clusterThat(
    () => Promise.reject(new Error('The broker has closed the connection')),
    () => Promise.resolve(acknowledge(0, 1)),
  );
  const { producer, told } = guarded(kafka);
  await producer.publish([0, 1].map(message), notAborted);
  expect(sends).toEqual([
    { producer: 1, partitions: [0, 1] },
    { producer: 1, partitions: [0, 1] },
  ]);
  expect(told).toEqual(['The broker has closed the connection']);
});

it.each([
  'The broker received an out of order sequence number',
  'This exception is raised by the broker if it could not locate the producer metadata associated with the producerId in question',
  'Producer attempted an operation with an old epoch',
])('given a producer whose numbers the cluster refuses (%s), then another one sends', async (reason) => {
  const { kafka, sends } = clusterThat(
    () => Promise.reject(new Error(reason)),
    () => Promise.resolve(acknowledge(0)),
  );
  await guarded(kafka).producer.publish([message(0)], notAborted);
  expect(sends.map(({ producer }) => producer)).toEqual([1, 2]);
});

it('given a send without a response, then another producer sends, and the error is reported', async () => {
  const { kafka, sends } = clusterThat(
    () => new Promise(() => undefined),
    () => Promise.resolve(acknowledge(0)),
  );
  const { producer, told } = guarded(kafka, 1);
  await producer.publish([message(0)], notAborted);
  expect(sends.map(({ producer: by }) => by)).toEqual([1, 2]);
  expect(told).toEqual(['The brokers have not answered within 1 ms.']);
});

it('given a publication that is interrupted, then it rejects, and what comes next has a producer of its own', async () => {
  const interruption = new AbortController();
  const { kafka, sends } = clusterThat(
    () => {
      interruption.abort(new Error('the lead is lost'));
      return new Promise(() => undefined);
    },
    () => Promise.resolve(acknowledge(1)),
  );
  const { producer } = guarded(kafka);
  await expect(producer.publish([message(0)], interruption.signal)).rejects.toThrow('the lead is lost');
  await producer.publish([message(1)], notAborted);
  expect(sends).toEqual([
    { producer: 1, partitions: [0] },
    { producer: 2, partitions: [1] },
  ]);
});

it('given a publication that is interrupted between two tries, then what comes next has a producer of its own', async () => {
  const interruption = new AbortController();
  const { kafka, sends } = clusterThat(
    () => Promise.reject(new Error('The broker has closed the connection')),
    () => Promise.resolve(acknowledge(0)),
  );
  const producer = new GuardedProducer({ kafka, onError: () => interruption.abort() });
  await expect(producer.publish([message(0)], interruption.signal)).rejects.toThrow();
  await producer.publish([message(0)], notAborted);
  expect(sends.map(({ producer: by }) => by)).toEqual([1, 2]);
});

it('given a publication that is interrupted when some partitions are left, then what comes next has a producer of its own', async () => {
  const interruption = new AbortController();
  const { kafka, sends } = clusterThat(
    () => {
      interruption.abort(new Error('the lead is lost'));
      return Promise.resolve(acknowledge(0));
    },
    () => Promise.resolve(acknowledge(1)),
  );
  const { producer } = guarded(kafka);
  await expect(producer.publish([0, 1].map(message), interruption.signal)).rejects.toThrow(
    'the lead is lost',
  );
  await producer.publish([message(1)], notAborted);
  expect(sends.map(({ producer: by }) => by)).toEqual([1, 2]);
});

it('given a send that ends after its producer was replaced, then the producer is disconnected once more', async () => {
  const late = Promise.withResolvers<RecordMetadata[]>();
  const { kafka, disconnected } = clusterThat(
    () => late.promise,
    () => Promise.resolve(acknowledge(0)),
  );
  await guarded(kafka, 1).producer.publish([message(0)], notAborted);
  expect(disconnected).toEqual([1]);
  late.reject(new Error('given up'));
  await new Promise((resolve) => setImmediate(resolve));
  expect(disconnected).toEqual([1, 1]);
});

it('sends what comes later once all that came before is acknowledged', async () => {
  const first = Promise.withResolvers<RecordMetadata[]>();
  const { kafka, sends } = clusterThat(
    () => first.promise,
    () => Promise.resolve(acknowledge(1)),
  );
  const { producer } = guarded(kafka);
  const both = [producer.publish([message(0)], notAborted), producer.publish([message(1)], notAborted)];
  await new Promise((resolve) => setImmediate(resolve));
  expect(sends.map(({ partitions }) => partitions)).toEqual([[0]]);
  first.resolve(acknowledge(0));
  await Promise.all(both);
  expect(sends.map(({ partitions }) => partitions)).toEqual([[0], [1]]);
});

it('given a producer that was replaced, then its send is not tried again, and that of the next one is', async () => {
  const { kafka, partitioners } = clusterThat(
    () => new Promise(() => undefined),
    () => Promise.resolve(acknowledge(2)),
  );
  await guarded(kafka, 1).producer.publish([message(2)], notAborted);
  const [partitionOfReplaced, partitionOfNext] = partitioners.map((partitioner) => () => {
    return partitioner({ topic, partitionMetadata: [], message: { value: null, partition: 2 } });
  });
  expect(partitionOfReplaced).toThrow(expect.objectContaining({ retriable: false }));
  expect(partitionOfNext?.()).toBe(2);
});
