import type { EventBus, Subscriber } from '@svc/event-bus';
import { KafkaEventBus, startKafkaRelay, TopicNames } from '@svc/event-bus-kafka';
import { StoredLog, type LogSignals } from '@svc/event-store';
import { createKafkaClient } from '@svc/kafka-client';
import type { PooledDatabase } from '@svc/postgres';
import type { Logger, Metrics } from '@svc/telemetry';

export interface KafkaEventsOptions {
  /** The context, and its Postgres schema. */
  readonly context: string;
  readonly brokers: readonly string[];
  /** Of the names of topics and groups. */
  readonly prefix: string;
  readonly database: PooledDatabase;
  /** Those of the context's stores. */
  readonly signals: LogSignals;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export interface KafkaEvents {
  /** Where the events of other contexts come from. */
  readonly bus: EventBus;
  /** Publishes no more. */
  stop(): Promise<void>;
}

/** The events of a context that is a process of its own: publishes its log to Kafka, and brings it those of the others. */
export function openKafkaEvents(options: KafkaEventsOptions): KafkaEvents {
  const { context, brokers, database, signals, metrics } = options;
  const { logger } = options;
  const kafka = createKafkaClient({
    clientId: `svc-${context}`,
    brokers,
    // What kafkajs has to say is mostly about what it goes on to mend; what lasts is told by relay and consumers.
    log: (level, message, detail) => logger[level === 'error' ? 'info' : 'debug'](message, { ...detail }),
  });
  const names = new TopicNames(options.prefix);
  const relay: Subscriber = startKafkaRelay({
    kafka,
    names,
    source: context,
    log: new StoredLog({ schema: context, database, signals }),
    metrics,
    now: () => performance.now(),
    onFailure: (error, { retryInMs }) =>
      logger.warn('events could not be published yet', { error, retryInMs }),
    onParked: (error, streamId) => logger.error('an event can not be published', { error, streamId }),
    onRisk: (sentence) => logger.warn(sentence),
  });
  const bus = new KafkaEventBus({
    kafka,
    names,
    readStream: ({ streamId }) =>
      Promise.reject(new Error(`Events of ${streamId} are missing on the bus: have them published again`)),
    onForeign: (error, place) => logger.warn('a message is no event of ours', { error, ...place }),
  });
  return { bus, stop: () => relay.stop() };
}
