import { publicEventOf, type Retry, type Subscriber } from '@svc/event-bus';
import type { StoredEvent, StoredLog } from '@svc/event-store';
import type { Metrics } from '@svc/telemetry';
import type { Kafka } from 'kafkajs';
import { outgoingMessage } from '../messages/kafka-message.js';
import { partitionOf } from '../messages/partition-of.js';
import { GuardedProducer } from '../producer/guarded-producer.js';
import { producerMetrics } from '../producer/producer-metrics.js';
import { describeTopic, MissingTopicError, type TopicDescription } from '../topics/describe-topic.js';
import type { TopicNames } from '../topics/topic-names.js';
import { topicRisks } from '../topics/topic-risks.js';
import { EventTooLargeError, maxMessageBytes } from './event-too-large.js';
import { inSendSpans } from './send-spans.js';

export interface KafkaRelayOptions {
  readonly kafka: Kafka;
  readonly names: TopicNames;
  /** The context whose events are published. */
  readonly source: string;
  readonly log: StoredLog;
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

/** Names the checkpoint of a context's relay. */
export const relayName = 'bus.relay';

/**
 * Publishes the public events of a context's log as stored. One process leads, and its checkpoint moves after the
 * acknowledgement. An outage blocks the relay; it never skips events.
 */
export function startKafkaRelay(options: KafkaRelayOptions): Subscriber {
  const { kafka, names, source, log, metrics, now, onError, onParked, onRisk } = options;
  const topic = names.topicOf(source);
  const producer = new GuardedProducer({ kafka, onError, metrics: producerMetrics(metrics, source, now) });
  metrics.gauge({
    name: 'event_bus_relay_backlog_events',
    description: 'Public events that are not published yet; of very many, 10,000.',
    observe: async () => [{ value: await log.publicBacklogOf(relayName), labels: { context: source } }],
  });
  let described: TopicDescription | undefined;
  const partitions = async (): Promise<number> => {
    if (!described) {
      described = await lookAtTopic(kafka, topic);
      for (const risk of topicRisks(described)) onRisk(risk);
    }
    return described.partitions;
  };
  const subscription = log.subscribe({
    name: relayName,
    startAt: 'start',
    only: { publicOnly: true },
    isOutage: (error) => !(error instanceof EventTooLargeError),
    forward: async (events, { signal }) => {
      const count = await partitions();
      const messages = events.map((event) => messageOf(event, { source, topic, count }));
      await inSendSpans(messages, () => producer.publish(messages, signal));
    },
    onError: (error, consequence) => {
      if ('retryInMs' in consequence) onError(error, consequence);
      else onParked(error, consequence.parkedStream);
    },
  });
  return {
    stop: async () => {
      await subscription.stop();
      await producer.close();
    },
  };
}

/** @throws EventTooLargeError */
function messageOf(
  stored: StoredEvent,
  { source, topic, count }: { readonly source: string; readonly topic: string; readonly count: number },
) {
  const event = publicEventOf(source, stored);
  const message = outgoingMessage(event, { topic, partition: partitionOf(event.streamId, count) });
  if (message.bytes > maxMessageBytes) throw new EventTooLargeError(event.eventType, message.bytes);
  return message;
}

/** @throws MissingTopicError */
async function lookAtTopic(kafka: Kafka, topic: string): Promise<TopicDescription> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    const description = await describeTopic(admin, topic);
    if (!description) throw new MissingTopicError(topic);
    return description;
  } finally {
    await admin.disconnect();
  }
}
