import { DomainError } from '@svc/errors';
import type { EventBus } from '@svc/event-bus';
import type { RpcTls } from '@svc/rpc';
import type { Logger, Metrics } from '@svc/telemetry';
import { kafkaAccessOf } from './kafka-access.js';
import { StreamOwners, type OwnerAddresses } from './public-events/stream-owners.js';
import type { KafkaConfig } from './service-config.js';

/** Logged once in a process without brokers. */
export const withoutEvents =
  'KAFKA_BROKERS names no brokers: events of other services do not come to this process, and none of its own go out';

export interface EventTailsOptions {
  readonly config: KafkaConfig;
  /** The contexts whose events are shown: they are asked for the keys of their signatures. */
  readonly owners: OwnerAddresses;
  readonly tls: RpcTls | undefined;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export interface EventTails extends Pick<EventBus, 'tail'> {
  /** Once its tails are stopped. */
  close(): void;
}

/**
 * The events of all contexts for a process that stores none of them, such as one with caches.
 * @param name of the process
 * @returns undefined without brokers
 */
export async function openEventTails(
  name: string,
  { config, owners: addresses, tls, logger, metrics }: EventTailsOptions,
): Promise<EventTails | undefined> {
  const access = kafkaAccessOf(config);
  if (!access) {
    logger.warn(withoutEvents);
    return undefined;
  }
  // Loads kafkajs only here.
  const { assertTopicsAreOurs, openKafkaBus } = await import('./kafka-bus.js');
  const readStream = () => Promise.reject(new DomainError('permission_denied', 'A tail asks no owner.'));
  const owners = new StreamOwners({ context: name, addresses, tls });
  const keysOf = (source: string) => owners.keysOf(source);
  const { bus } = openKafkaBus({ name, access, readStream, keysOf, logger, metrics });
  await assertTopicsAreOurs(bus);
  return { tail: (tail) => bus.tail(tail), close: () => owners.close() };
}
