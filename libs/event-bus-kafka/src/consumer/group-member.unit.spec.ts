import { afterEach, expect, it } from '@jest/globals';
import type { PublicEvent, Subscriber } from '@svc/event-bus';
import { samplePublicEvent } from '@svc/event-bus/test-world';
import { eventually } from '@svc/testing';
import kafkajs, {
  type ConsumerRunConfig,
  type EachBatchPayload,
  type Kafka,
  type TopicPartitionOffsetAndMetadata,
} from 'kafkajs';
import { testKeysOf, testSigningKey } from '../../test/test-kafka.js';
import { EventSigner } from '../authenticity/event-proof.js';
import { EventVerifier } from '../authenticity/event-verifier.js';
import { outgoingMessage } from '../messages/kafka-message.js';
import type { OwnTopics } from '../topics/own-topics.js';
import { TopicNames } from '../topics/topic-names.js';
import { joinGroup } from './group-member.js';

const names = new TopicNames({ installation: '4f1c' });
const topic = names.topicOf('bank');
const signer = new EventSigner(names.installation, testSigningKey);
const { headers, value } = outgoingMessage(samplePublicEvent(), { topic, partition: 0 }, signer);
const batch = { topic, partition: 0, messages: [{ headers, value, offset: '7' }], lastOffset: () => '7' };

/** A cluster that gives each consumer the partition with one event, and takes their commits as these say, in order. */
function clusterThat(...commits: readonly (() => Promise<void>)[]) {
  const committed: { readonly consumer: number; readonly offset: string | undefined }[] = [];
  let consumers = 0;
  let asked = 0;
  const kafka = {
    consumer: () => {
      const consumer = ++consumers;
      const listeners = new Map<string, (event: object) => void>();
      return {
        events: { HEARTBEAT: 'heartbeat', GROUP_JOIN: 'join', CRASH: 'crash' },
        on: (event: string, listener: (event: object) => void) => listeners.set(event, listener),
        connect: () => Promise.resolve(),
        subscribe: () => Promise.resolve(),
        run: async ({ eachBatch }: ConsumerRunConfig) => {
          listeners.get('join')?.({ payload: { memberAssignment: { [topic]: [0] } } });
          const payload = { batch, heartbeat: () => Promise.resolve(), resolveOffset: () => undefined };
          void eachBatch?.(payload as unknown as EachBatchPayload);
        },
        commitOffsets: async ([first]: readonly TopicPartitionOffsetAndMetadata[]) => {
          await commits[asked++]?.();
          committed.push({ consumer, offset: first?.offset });
        },
        seek: () => undefined,
        pause: () => undefined,
        resume: () => undefined,
        disconnect: () => Promise.resolve(),
      };
    },
  } as unknown as Kafka;
  return { kafka, committed };
}

let member: Subscriber | undefined;
afterEach(() => member?.stop());

/** Joins as a consumer that handles everything. */
function join(kafka: Kafka) {
  const handled: PublicEvent[] = [];
  const group = {
    group: 'shop.ledger',
    sources: ['bank'],
    handle: async (events: readonly PublicEvent[]) => void handled.push(...events),
    onError: () => undefined,
  };
  member = joinGroup(kafka, group, {
    names,
    lanes: 1,
    batchSize: 10,
    sessionMs: 30_000,
    ownTopics: { confirm: () => Promise.resolve() } as unknown as OwnTopics,
    verifier: new EventVerifier({ installation: names.installation, keysOf: testKeysOf }),
    onForeign: (error) => expect(error).toBeUndefined(),
  });
  return handled;
}

it('given a coordinator that is gone, then another consumer takes over, and commits what it has handled again', async () => {
  const gone = () =>
    Promise.reject(new kafkajs.KafkaJSConnectionError('connect ECONNREFUSED', { broker: 'b' }));
  const { kafka, committed } = clusterThat(gone);
  const handled = join(kafka);

  await eventually(() => expect(committed).toEqual([{ consumer: 2, offset: '8' }]));
  expect(handled).toHaveLength(2);
});

it('given a group that shares its partitions out, then the same consumer commits a little later', async () => {
  const rebalancing = () =>
    Promise.reject(new kafkajs.KafkaJSProtocolError({ type: 'REBALANCE_IN_PROGRESS', message: '' } as never));
  const { kafka, committed } = clusterThat(rebalancing);
  const handled = join(kafka);

  await eventually(() => expect(committed).toEqual([{ consumer: 1, offset: '8' }]));
  expect(handled).toHaveLength(1);
});
