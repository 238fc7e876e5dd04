import { StartupError } from '@svc/errors';
import { StoredLog, type LogPosition, type Rewound } from '@svc/event-store';
import {
  type ContextName,
  contextNames,
  existingInstallationId,
  withSharedDatabase,
} from '@svc/installation';
import { kafkaAccessOf } from '@svc/service-host';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Session } from './session.js';

/** Commands on Kafka topics and relays. The standalone does not need Kafka; only these commands load it. */
export function addKafkaCommands(program: Command, session: Session): void {
  const bus =
    program.commands.find((command) => command.name() === 'bus') ??
    program.command('bus').description('the public events that contexts consume of each other');

  bus
    .command('topics')
    .description('create the topics of all contexts on KAFKA_BROKERS, and say how each can lose events')
    .option('--partitions <number>', 'of topics that are created now; it never changes', wholeNumber)
    .option(
      '--replicas <number>',
      'of topics that are created now; default: three, if there are as many brokers',
      wholeNumber,
    )
    .action((options: { readonly partitions?: number; readonly replicas?: number }) =>
      makeTopics(session, options),
    );

  bus
    .command('republish')
    .description('make the relay of a context publish its log again, for brokers that have lost it')
    .addOption(new Option('--context <context>', 'whose log').choices(contextNames).makeOptionMandatory())
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
  const { configuration } = session;
  const { SVC_DATA_DIR: dataDir, SVC_INSTALLATION: installation } = configuration;
  const access =
    configuration.KAFKA_BROKERS &&
    kafkaAccessOf({ ...configuration, SVC_INSTALLATION: installation ?? existingInstallationId(dataDir) });
  if (!access)
    throw new StartupError('Name the brokers: KAFKA_BROKERS=127.0.0.1:9092 npm run admin -- bus topics');
  const { brokers } = access;
  const [{ createKafkaClient }, { createTopics, TopicNames, topicRisks }] = await Promise.all([
    import('@svc/kafka-client'),
    import('@svc/event-bus-kafka'),
  ]);
  const kafka = createKafkaClient({ clientId: 'svc-admin', ...access, retry: { retries: 3 } });
  const names = new TopicNames(access);
  const topics = await createTopics(kafka, { names, sources: contextNames, ...options }).catch(
    (error: unknown) => {
      throw new StartupError(`The topics could not be created at ${brokers.join(',')}: ${messageOf(error)}`);
    },
  );
  for (const topic of topics) {
    const { topic: name, partitions, replicas, minInSyncReplicas, isNew } = topic;
    session.tell(JSON.stringify({ topic: name, partitions, replicas, minInSyncReplicas, isNew }));
    for (const risk of topicRisks(topic)) session.warn(`Warning: ${risk}`);
  }
}

function republish(session: Session, context: ContextName, from: 'start' | LogPosition): Promise<void> {
  return withSharedDatabase(
    session,
    async (database) => {
      const { forgetCluster, relayName } = await import('@svc/event-bus-kafka');
      const rewound = await new StoredLog({ schema: context, database }).rewind(relayName, from);
      // Whatever cluster the relay finds gets everything.
      if (from === 'start' && rewound !== 'pending') await forgetCluster(database, context);
      tell(session, context, rewound);
    },
    [context],
  );
}

function tell(session: Session, context: ContextName, rewound: Rewound): void {
  switch (rewound) {
    case 'begun':
      session.tell(
        `${context}: its relay publishes again from there, now or at its next start. Consumers recognize repeats.`,
      );
      return;
    case 'unknown':
      session.tell(`${context}: its relay has published nothing yet, and begins with the first event.`);
      return;
    case 'pending':
      session.warn(
        `${context}: its relay has not noticed this yet, and still publishes newer events. Create no topics until it has: run this again.`,
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
