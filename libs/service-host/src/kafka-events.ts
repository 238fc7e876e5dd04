import type { EventBus, Subscriber } from '@svc/event-bus';
import { signingKeyOf, startKafkaRelay } from '@svc/event-bus-kafka';
import { StoredLog, type LogSignals } from '@svc/event-store';
import type { PooledDatabase } from '@svc/postgres';
import type { RpcTls } from '@svc/rpc';
import type { Logger, Metrics } from '@svc/telemetry';
import type { MasterKey } from '@svc/sealing';
import type { KafkaAccess } from './kafka-access.js';
import { assertTopicsAreOurs, openKafkaBus } from './kafka-bus.js';
import { addEventKey, listEventKeys } from './public-events/event-keys.js';
import { StreamOwners, type OwnerAddresses } from './public-events/stream-owners.js';

export interface KafkaEventsOptions {
  /** The context, and its Postgres schema. */
  readonly context: string;
  readonly access: KafkaAccess;
  /** Of the context, from which the key of its signatures is derived. */
  readonly masterKey: MasterKey;
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
export async function openKafkaEvents(options: KafkaEventsOptions): Promise<KafkaEvents> {
  const { context, access, tls, database, signals, logger, metrics } = options;
  const owners = new StreamOwners({ context, addresses: options.owners, tls });
  const { kafka, names, bus } = openKafkaBus({
    name: context,
    access,
    sessionMs: options.sessionMs,
    readStream: (...asked) => owners.readStream(...asked),
    keysOf: (source) => (source === context ? listEventKeys(database, context) : owners.keysOf(source)),
    logger,
    metrics,
  });
  await assertTopicsAreOurs(bus);
  const signingKey = signingKeyOf(options.masterKey.derive('event-signing'));
  await addEventKey(database, context, signingKey.publicKey);
  const relay: Subscriber = startKafkaRelay({
    kafka,
    names,
    source: context,
    database,
    signingKey,
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
