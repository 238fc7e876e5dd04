import type { Admin, Kafka } from 'kafkajs';
import { MissingTopicError } from './describe-topic.js';
import type { TopicNames } from './topic-names.js';

/** Another installation uses the topics of this prefix. Sharing groups, each would take events from the other. */
export class ForeignTopicsError extends Error {
  override readonly name = 'ForeignTopicsError';

  constructor(names: TopicNames, other: string) {
    super(
      `The topics ${names.topicOf('*')} are those of installation ${other}, and this is ${names.installation}: set SVC_KAFKA_PREFIX to a prefix that nobody uses.`,
    );
  }
}

/** @throws ForeignTopicsError when topics of this prefix are another installation's */
export function assertNotForeign(topics: readonly string[], names: TopicNames): void {
  const others = topics.flatMap((topic) => names.installationOf(topic) ?? []);
  const other = others.find((installation) => installation !== names.installation);
  if (other !== undefined) throw new ForeignTopicsError(names, other);
}

/** @throws ForeignTopicsError, MissingTopicError when no topics have been made */
export async function assertOwnTopics(admin: Admin, names: TopicNames): Promise<void> {
  const topics = await admin.listTopics();
  assertNotForeign(topics, names);
  if (!topics.includes(names.marker)) throw new MissingTopicError(names.marker);
}

/** Asks the cluster whether the topics are this installation's, until it once says so. */
export class OwnTopics {
  #isConfirmed = false;

  constructor(
    private readonly kafka: Kafka,
    private readonly names: TopicNames,
  ) {}

  /** @throws ForeignTopicsError, MissingTopicError, and what kafkajs throws */
  async confirm(): Promise<void> {
    if (this.#isConfirmed) return;
    await withAdmin(this.kafka, (admin) => assertOwnTopics(admin, this.names));
    this.#isConfirmed = true;
  }
}

/** For a question that its caller repeats. */
const retry = { retries: 2 };

export async function withAdmin<Result>(
  kafka: Kafka,
  work: (admin: Admin) => Promise<Result>,
): Promise<Result> {
  const admin = kafka.admin({ retry });
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}
