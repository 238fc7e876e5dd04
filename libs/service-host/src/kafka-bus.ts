import type { EventBus } from '@svc/event-bus';
import { KafkaEventBus, TopicNames } from '@svc/event-bus-kafka';
import { createKafkaClient } from '@svc/kafka-client';
import type { Logger } from '@svc/telemetry';

export interface KafkaBusOptions {
  /** The process: `conversations`. */
  readonly name: string;
  readonly brokers: readonly string[];
  /** Prefix of topics and groups. */
  readonly prefix: string;
  /** A group drops a consumer of this process after so long without a heartbeat, in ms. Default 30,000. */
  readonly sessionMs?: number | undefined;
  readonly readStream: EventBus['readStream'];
  readonly logger: Logger;
}

/** Connects to no broker; consumers do. */
export function openKafkaBus(options: KafkaBusOptions) {
  const { name, brokers, prefix, sessionMs, readStream, logger } = options;
  const kafka = createKafkaClient({
    clientId: `svc-${name}`,
    brokers,
    // kafkajs mostly reports what it then repairs; relay and consumers report what lasts.
    log: (level, message, detail) => logger[level === 'error' ? 'info' : 'debug'](message, { ...detail }),
  });
  const names = new TopicNames(prefix);
  const bus: EventBus = new KafkaEventBus({
    kafka,
    names,
    ...(sessionMs === undefined ? {} : { sessionMs }),
    readStream,
    onForeign: (error, place) => logger.warn('a message is no event of ours', { error, ...place }),
  });
  return { kafka, names, bus };
}
