import { DomainError } from '@svc/errors';
import type { EventBus } from '@svc/event-bus';
import type { Logger } from '@svc/telemetry';
import type { KafkaConfig } from './service-config.js';

/** Logged once in a process without brokers. */
export const withoutEvents =
  'KAFKA_BROKERS names no brokers: events of other services do not come to this process, and none of its own go out';

/**
 * The events of all contexts for a process that stores none of them, such as one with caches.
 * @param name of the process
 * @returns undefined without brokers
 */
export async function openEventTails(
  name: string,
  { KAFKA_BROKERS: brokers, SVC_KAFKA_PREFIX: prefix }: KafkaConfig,
  logger: Logger,
): Promise<Pick<EventBus, 'tail'> | undefined> {
  if (!brokers) {
    logger.warn(withoutEvents);
    return undefined;
  }
  // Loads kafkajs only here.
  const { openKafkaBus } = await import('./kafka-bus.js');
  const readStream = () => Promise.reject(new DomainError('permission_denied', 'A tail asks no owner.'));
  return openKafkaBus({ name, brokers, prefix, readStream, logger }).bus;
}
