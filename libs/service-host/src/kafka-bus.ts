import type { EventBus } from '@svc/event-bus';
import { KafkaEventBus, TopicNames } from '@svc/event-bus-kafka';
import { createKafkaClient } from '@svc/kafka-client';
import type { Logger } from '@svc/telemetry';

export interface KafkaBusOptions {
  /** The process: `conversations`. */
  readonly name: string;
  readonly brokers: readonly string[];
  /** Of the names of topics and groups. */
  readonly prefix: string;
  /** A group gives up a consumer of this process that it has not heard of for so long, in ms. Default 30,000. */
  readonly sessionMs?: number | undefined;
  readonly readStream: EventBus['readStream'];
  readonly logger: Logger;
}

/** Connects to no broker by itself: whoever consumes does. */
export function openKafkaBus(options: KafkaBusOptions) {
  const { name, brokers, prefix, sessionMs, readStream, logger } = options;
  const kafka = createKafkaClient({
    clientId: `svc-${name}`,
    brokers,
    // What kafkajs has to say is mostly about what it goes on to mend; what lasts is told by relay and consumers.
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
