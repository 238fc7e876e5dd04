import { StartupError } from '@svc/errors';
import { contextNames } from '@svc/installation';
import type { KafkaAccess } from '@svc/service-host';

/**
 * Creates missing topics that the services publish to.
 * @param say called if there is no bus
 * @throws StartupError if Kafka can't be reached, or its topics are another installation's
 */
export async function prepareTopics(
  access: KafkaAccess | undefined,
  say: (line: string) => void,
): Promise<void> {
  if (!access) {
    say(
      'Without KAFKA_BROKERS services consume no events of each other: npm run kafka says how to have one.',
    );
    return;
  }
  // Loads kafkajs only here.
  const { createTopics, ForeignTopicsError, TopicNames } = await import('@svc/event-bus-kafka');
  const { createKafkaClient } = await import('@svc/kafka-client');
  const kafka = createKafkaClient({ clientId: 'svc-distributed', ...access, retry: { retries: 3 } });
  await createTopics(kafka, { names: new TopicNames(access), sources: contextNames }).catch(
    (cause: Error) => {
      if (cause instanceof ForeignTopicsError) throw new StartupError(cause.message, { cause });
      throw new StartupError(
        `Kafka can't be reached at ${access.brokers.join(', ')} (${cause.message}): start it with npm run kafka, or unset KAFKA_BROKERS.`,
        { cause },
      );
    },
  );
}
