import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '@svc/errors';
import { ForeignMessageError } from '@svc/event-bus';
import {
  ForeignTopicsError,
  KafkaEventBus,
  TopicNames,
  type KafkaEventBusOptions,
} from '@svc/event-bus-kafka';
import { SampledLog } from '@svc/http';
import { createKafkaClient } from '@svc/kafka-client';
import type { Logger, Metrics } from '@svc/telemetry';
import type { KafkaAccess } from './kafka-access.js';

export interface KafkaBusOptions extends Pick<KafkaEventBusOptions, 'readStream' | 'keysOf'> {
  /** The process: `conversations`. */
  readonly name: string;
  readonly access: KafkaAccess;
  /** A group drops a consumer of this process after so long without a heartbeat, in ms. Default 30,000. */
  readonly sessionMs?: number | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Of refused messages: anybody who reaches the brokers can cause them. */
const linesPerSecond = 10;

/** Connects to no broker; consumers do. */
export function openKafkaBus(options: KafkaBusOptions) {
  const { name, access, sessionMs, readStream, keysOf, logger, metrics } = options;
  const kafka = createKafkaClient({
    clientId: `svc-${name}`,
    ...access,
    // kafkajs mostly reports what it then repairs; relay and consumers report what lasts.
    log: (level, message, detail) => logger[level === 'error' ? 'info' : 'debug'](message, { ...detail }),
  });
  const names = new TopicNames(access);
  const log = new SampledLog((line, fields) => logger.error(line, fields), { linesPerSecond });
  const refused = metrics.counter({
    name: 'event_bus_refused_total',
    description: 'Messages on our topics that their owners have not published. They are not handled.',
  });
  const bus = new KafkaEventBus({
    kafka,
    names,
    ...(sessionMs === undefined ? {} : { sessionMs }),
    readStream,
    keysOf,
    onForeign: (error, place) => {
      const reason = error instanceof ForeignMessageError ? 'form' : 'proof';
      refused.add(1, { topic: place.topic, reason });
      log.line('a message is refused', { error, ...place });
    },
  });
  return { kafka, names, bus };
}

/** Nothing waits longer for Kafka at its start: it may be away, and consumers ask again. */
const knownWithinMs = 3_000;

/** @throws StartupError when the topics are known to be another installation's */
export async function assertTopicsAreOurs(bus: KafkaEventBus): Promise<void> {
  const confirmed = bus.confirm().catch((error: unknown) => {
    if (error instanceof ForeignTopicsError) throw new StartupError(error.message, { cause: error });
  });
  await Promise.race([confirmed, pause(knownWithinMs, undefined, { ref: false })]);
}
