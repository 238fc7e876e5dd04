import { StartupError } from '@svc/errors';
import { StoredLog, type LogPosition, type Rewound } from '@svc/event-store';
import { type ContextName, contexts, withDatabase } from '@svc/installation';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Session } from './session.js';

const everyContext = contexts.map(({ name }) => name);

/** Commands on Kafka topics and relays. The standalone does not need Kafka; only these commands load it. */
export function addKafkaCommands(program: Command, session: Session): void {
  const bus =
    program.commands.find((command) => command.name() === 'bus') ??
    program.command('bus').description('the public events that contexts consume of each other');

  bus
    .command('topics')
    .description('make the topics of all contexts on KAFKA_BROKERS, and say how each can lose events')
    .option('--partitions <number>', 'of topics that are made now, for ever', wholeNumber)
    .option(
      '--replicas <number>',
      'of topics that are made now; default: three, where there are brokers',
      wholeNumber,
    )
    .action((options: { readonly partitions?: number; readonly replicas?: number }) =>
      makeTopics(session, options),
    );

  bus
    .command('republish')
    .description('have the relay of a context publish its log again, as for brokers that have lost it')
    .addOption(new Option('--context <context>', 'whose log').choices(everyContext).makeOptionMandatory())
    .addOption(
      new Option('--from <position>', 'start, or epoch/transaction/position of the event before')
        .argParser(position)
        .makeOptionMandatory(),
    )
    .action(({ context, from }: { readonly context: ContextName; readonly from: 'start' | LogPosition }) =>
      republish(session, context, from),
    );
}

async function makeTopics(
  session: Session,
  options: { readonly partitions?: number; readonly replicas?: number },
): Promise<void> {
  const { KAFKA_BROKERS: brokers, SVC_KAFKA_PREFIX: prefix } = session.configuration;
  if (!brokers)
    throw new StartupError('Name the brokers: KAFKA_BROKERS=127.0.0.1:9092 npm run admin -- bus topics');
  const [{ createKafkaClient }, { createTopics, TopicNames, topicRisks }] = await Promise.all([
    import('@svc/kafka-client'),
    import('@svc/event-bus-kafka'),
  ]);
  const kafka = createKafkaClient({ clientId: 'svc-admin', brokers, retry: { retries: 3 } });
  const names = new TopicNames(prefix);
  const topics = await createTopics(kafka, { names, sources: everyContext, ...options }).catch(
    (error: unknown) => {
      throw new StartupError(`The topics could not be made at ${brokers.join(',')}: ${messageOf(error)}`);
    },
  );
  for (const topic of topics) {
    const { topic: name, partitions, replicas, minInSyncReplicas, isNew } = topic;
    session.tell(JSON.stringify({ topic: name, partitions, replicas, minInSyncReplicas, isNew }));
    for (const risk of topicRisks(topic)) session.warn(`Warning: ${risk}`);
  }
}

function republish(session: Session, context: ContextName, from: 'start' | LogPosition): Promise<void> {
  return withDatabase(
    session,
    async (database) => {
      const { relayName } = await import('@svc/event-bus-kafka');
      tell(session, context, await new StoredLog({ schema: context, database }).rewind(relayName, from));
    },
    [context],
  );
}

function tell(session: Session, context: ContextName, rewound: Rewound): void {
  switch (rewound) {
    case 'begun':
      session.tell(
        `${context}: its relay publishes from there on again, while it runs or with its next start. Consumers know repeats.`,
      );
      return;
    case 'unknown':
      session.tell(`${context}: its relay has published nothing yet, and begins with the first event.`);
      return;
    case 'pending':
      session.warn(
        `${context}: its relay has not heard of it yet, and still publishes what is newer. Make no topics before it has: run this again.`,
      );
      session.fail();
  }
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It is a whole number from 1 on.');
}

function position(text: string): 'start' | LogPosition {
  if (text === 'start') return text;
  const [, epoch, transactionId, place] = /^(\d{1,9})\/(\d{1,20})\/(\d{1,19})$/.exec(text) ?? [];
  if (epoch === undefined || transactionId === undefined || place === undefined)
    throw new InvalidArgumentError('It is start, or epoch/transaction/position as in 1/812/4071.');
  return { epoch: Number(epoch), transactionId: BigInt(transactionId), position: BigInt(place) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
