import { setTimeout as pause } from 'node:timers/promises';
import { publicEventOf, type Retry, type Subscriber } from '@svc/event-bus';
import type { StoredEvent, StoredLog } from '@svc/event-store';
import type { Executor } from '@svc/postgres';
import type { Metrics } from '@svc/telemetry';
import type { Kafka } from 'kafkajs';
import { EventSigner } from '../authenticity/event-proof.js';
import type { SigningKey } from '../authenticity/signing-key.js';
import { outgoingMessage } from '../messages/kafka-message.js';
import { partitionOf } from '../messages/partition-of.js';
import { GuardedProducer } from '../producer/guarded-producer.js';
import { producerMetrics } from '../producer/producer-metrics.js';
import { describeTopic, MissingTopicError, type TopicDescription } from '../topics/describe-topic.js';
import { assertOwnTopics, withAdmin } from '../topics/own-topics.js';
import type { TopicNames } from '../topics/topic-names.js';
import { topicRisks } from '../topics/topic-risks.js';
import { EventTooLargeError, maxMessageBytes } from './event-too-large.js';
import { keepCluster } from './published-cluster.js';
import { inSendSpans } from './send-spans.js';

export interface KafkaRelayOptions {
  readonly kafka: Kafka;
  readonly names: TopicNames;
  /** The context whose events are published. */
  readonly source: string;
  readonly log: StoredLog;
  /** Holds the context's schema, for what the relay keeps beside its checkpoint. */
  readonly database: Executor;
  /** Of the context: consumers take only what it has signed. */
  readonly signingKey: SigningKey;
  readonly metrics: Metrics;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Called with each error: nothing is skipped, and it tries again after the pause. */
  readonly onError: (error: unknown, retry: Retry) => void;
  /** Called when an event can't be published: its stream waits for the installer. */
  readonly onParked: (error: unknown, streamId: string) => void;
  /** Called with the ways in which the topic can lose acknowledged records, when the relay begins. */
  readonly onRisk: (sentence: string) => void;
}

const lookAgainMs = 15_000;
/**
 * For how long it goes by what it has seen. Another cluster may take the place of its own without an error, and after
 * `forgetCluster` no id is kept.
 */
const seenForMs = 30_000;

/** Names the checkpoint of a context's relay. */
export const relayName = 'bus.relay';

/**
 * Publishes the public events of a context's log as stored. One process leads, and its checkpoint moves after the
 * acknowledgement. An outage blocks the relay; it never skips events.
 */
export function startKafkaRelay(options: KafkaRelayOptions): Subscriber {
  const { names, source, log, metrics, now, onError, onParked, onRisk } = options;
  const topic = names.topicOf(source);
  const signer = new EventSigner(names.installation, options.signingKey);
  let described: Promise<TopicDescription> | undefined;
  let seenUntilMs = 0;
  const toldRisks = new Set<string>();
  const producer = new GuardedProducer({
    kafka: options.kafka,
    onError: (error, retry) => {
      // There may be another cluster in the place of the former one.
      described = undefined;
      onError(error, retry);
    },
    metrics: producerMetrics(metrics, source, now),
  });
  metrics.gauge({
    name: 'event_bus_relay_backlog_events',
    description: 'Public events that are not published yet; of very many, 10,000.',
    observe: async () => [{ value: await log.publicBacklogOf(relayName), labels: { context: source } }],
  });
  const look = async (): Promise<TopicDescription> => {
    const description = await lookAtTopic(options);
    for (const risk of topicRisks(description)) {
      if (!toldRisks.has(risk)) onRisk(risk);
      toldRisks.add(risk);
    }
    return description;
  };
  const partitions = async (): Promise<number> => {
    if (!described || now() >= seenUntilMs) {
      seenUntilMs = now() + seenForMs;
      described = look().catch((error: unknown) => {
        described = undefined;
        throw error;
      });
    }
    return (await described).partitions;
  };
  const stopping = new AbortController();
  // Also with nothing to publish: the cluster may lack what the checkpoint says.
  void untilItResolves(partitions, { signal: stopping.signal, onError });
  const subscription = log.subscribe({
    name: relayName,
    startAt: 'start',
    only: { publicOnly: true },
    isOutage: (error) => !(error instanceof EventTooLargeError),
    forward: async (events, { signal }) => {
      const count = await partitions();
      const messages = events.map((event) => messageOf(event, { source, topic, count, signer }));
      await inSendSpans(messages, () => producer.publish(messages, signal));
    },
    onError: (error, consequence) => {
      if ('retryInMs' in consequence) onError(error, consequence);
      else onParked(error, consequence.parkedStream);
    },
  });
  return {
    stop: async () => {
      stopping.abort();
      await subscription.stop();
      await producer.close();
    },
  };
}

async function untilItResolves(
  ask: () => Promise<unknown>,
  { signal, onError }: { readonly signal: AbortSignal } & Pick<KafkaRelayOptions, 'onError'>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await ask();
      return;
    } catch (error) {
      if (signal.aborted) return;
      onError(error, { retryInMs: lookAgainMs });
      await pause(lookAgainMs, undefined, { signal, ref: false }).catch(() => undefined); // rejects when it is stopped
    }
  }
}

interface MessageContext {
  readonly source: string;
  readonly topic: string;
  /** Partitions of the topic. */
  readonly count: number;
  readonly signer: EventSigner;
}

/** @throws EventTooLargeError */
function messageOf(stored: StoredEvent, { source, topic, count, signer }: MessageContext) {
  const event = publicEventOf(source, stored);
  const place = { topic, partition: partitionOf(event.streamId, count) };
  const message = outgoingMessage(event, place, signer);
  if (message.bytes > maxMessageBytes) throw new EventTooLargeError(event.eventType, message.bytes);
  return message;
}

/** @throws MissingTopicError, ForeignTopicsError, ClusterChangedError, TopicChangedError */
function lookAtTopic({ kafka, names, source, database }: KafkaRelayOptions): Promise<TopicDescription> {
  return withAdmin(kafka, async (admin) => {
    const { clusterId } = await admin.describeCluster();
    const topic = names.topicOf(source);
    await keepCluster(database, source, { clusterId, topic });
    await assertOwnTopics(admin, names);
    const description = await describeTopic(admin, topic);
    if (!description) throw new MissingTopicError(topic);
    return description;
  });
}
