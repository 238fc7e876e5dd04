import type { EventBus, Subscriber } from '@svc/event-bus';
import { startKafkaRelay } from '@svc/event-bus-kafka';
import { StoredLog, type LogSignals } from '@svc/event-store';
import type { PooledDatabase } from '@svc/postgres';
import type { RpcTls } from '@svc/rpc';
import type { Logger, Metrics } from '@svc/telemetry';
import { openKafkaBus } from './kafka-bus.js';
import { StreamOwners, type OwnerAddresses } from './public-events/stream-owners.js';

export interface KafkaEventsOptions {
  /** The context, and its Postgres schema. */
  readonly context: string;
  readonly brokers: readonly string[];
  /** Prefix of topics and groups. */
  readonly prefix: string;
  /** Of its consumers, in ms: see `KafkaBusOptions`. */
  readonly sessionMs?: number | undefined;
  /** The contexts whose events it consumes. */
  readonly owners: OwnerAddresses;
  readonly tls: RpcTls | undefined;
  readonly database: PooledDatabase;
  /** Those of the context's stores. */
  readonly signals: LogSignals;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export interface KafkaEvents {
  /** The owners of the events of other contexts. */
  readonly bus: EventBus;
  /** Stops publishing. */
  stop(): Promise<void>;
}

/** The events of a context in its own process: publishes its log to Kafka and consumes those of other contexts. */
export function openKafkaEvents(options: KafkaEventsOptions): KafkaEvents {
  const { context, brokers, prefix, tls, database, signals, logger, metrics } = options;
  const owners = new StreamOwners({ context, addresses: options.owners, tls });
  const { kafka, names, bus } = openKafkaBus({
    name: context,
    brokers,
    prefix,
    sessionMs: options.sessionMs,
    readStream: (...asked) => owners.readStream(...asked),
    logger,
  });
  const relay: Subscriber = startKafkaRelay({
    kafka,
    names,
    source: context,
    log: new StoredLog({ schema: context, database, signals }),
    metrics,
    now: () => performance.now(),
    onError: (error, { retryInMs }) => logger.warn('events could not be published yet', { error, retryInMs }),
    onParked: (error, streamId) => logger.error('an event can not be published', { error, streamId }),
    onRisk: (sentence) => logger.warn(sentence),
  });
  return {
    bus: {
      consume: async (group) => {
        owners.require(group.sources);
        return bus.consume(group);
      },
      tail: (tail) => bus.tail(tail),
      readStream: (...asked) => bus.readStream(...asked),
    },
    stop: async () => {
      await relay.stop();
      owners.close();
    },
  };
}
