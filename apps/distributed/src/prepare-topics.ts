import { StartupError } from '@svc/errors';
import { contexts } from '@svc/installation';
import type { Configuration } from './configuration.js';

/**
 * Creates missing topics that the services publish to.
 * @param say called if there is no bus
 * @throws StartupError if Kafka can't be reached
 */
export async function prepareTopics(
  { KAFKA_BROKERS: brokers, SVC_KAFKA_PREFIX: prefix }: Configuration,
  say: (line: string) => void,
): Promise<void> {
  if (!brokers) {
    say(
      'Without KAFKA_BROKERS services consume no events of each other: npm run kafka says how to have one.',
    );
    return;
  }
  // Loads kafkajs only here.
  const { createTopics, TopicNames } = await import('@svc/event-bus-kafka');
  const { createKafkaClient } = await import('@svc/kafka-client');
  const kafka = createKafkaClient({ clientId: 'svc-distributed', brokers, retry: { retries: 3 } });
  const sources = contexts.map(({ name }) => name);
  await createTopics(kafka, { names: new TopicNames(prefix), sources }).catch((cause: Error) => {
    throw new StartupError(
      `Kafka can't be reached at ${brokers.join(', ')} (${cause.message}): start it with npm run kafka, or unset KAFKA_BROKERS.`,
      { cause },
    );
  });
}
