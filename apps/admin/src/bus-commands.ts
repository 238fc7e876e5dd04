import {
  listParkedInboxStreams,
  redriveInboxStream,
  resyncInboxStream,
  resyncInboxStreams,
  skipInboxEvent,
  type InboxStreamAddress,
} from '@svc/event-bus';
import { contextNames, withSharedDatabase } from '@svc/installation';
import { Argument, type Command } from 'commander';
import type { Session } from './session.js';
import { streamVersionOf } from './stream-version.js';

/** Commands on consumers of other contexts' events. The consumer itself carries them out. */
export function addBusCommands(program: Command, session: Session): void {
  const bus = program.command('bus').description('the public events that contexts consume of each other');
  const context = (argument: string) => new Argument(argument, 'the consuming context').choices(contextNames);
  const owner = (argument: string) =>
    new Argument(argument, 'the context that owns the stream').choices(contextNames);
  const onStream = (name: string, description: string) =>
    bus
      .command(name)
      .description(description)
      .addArgument(context('<context>'))
      .argument('<consumer>')
      .addArgument(owner('<source>'))
      .argument('<stream_id>');

  bus
    .command('parked')
    .description('list the parked streams of consumers, and why they wait')
    .addArgument(context('[context]'))
    .action((name?: string) =>
      withSharedDatabase(session, async (database) => {
        for (const schema of name === undefined ? contextNames : [name]) {
          for (const { parkedAtMs, ...rest } of await listParkedInboxStreams(database, schema)) {
            const line = { context: schema, ...rest, parkedAt: new Date(parkedAtMs).toISOString() };
            session.tell(JSON.stringify(line));
          }
        }
      }),
    );

  onStream('redrive', 'handle a parked stream again, from the event that it waits before').action(
    (...words: readonly string[]) =>
      withSharedDatabase(session, async (database) => {
        const address = addressOf(words);
        tell(session, await redriveInboxStream(database, address), address.streamId);
      }),
  );

  onStream('skip', 'the same, without that event: it has no effect on the consumer')
    .argument('<stream_version>', 'of the event that is skipped, as listed', streamVersionOf)
    .action((schema: string, consumer: string, source: string, streamId: string, streamVersion: number) =>
      withSharedDatabase(session, async (database) => {
        const address = { schema, consumer, source, streamId };
        tell(
          session,
          await skipInboxEvent(database, address, streamVersion),
          `${streamId} at version ${streamVersion}`,
        );
      }),
    );

  bus
    .command('resync')
    .description(
      'make a consumer remove what it has of a stream and read it again from its owner; without a stream: all streams of one owner, or of all',
    )
    .addArgument(context('<context>'))
    .argument('<consumer>')
    .addArgument(owner('[source]'))
    .argument('[stream_id]')
    .action((schema: string, consumer: string, source?: string, streamId?: string) =>
      withSharedDatabase(session, async (database) => {
        const name = `${schema}.${consumer}`;
        if (source !== undefined && streamId !== undefined) {
          const isKnown = await resyncInboxStream(database, { schema, consumer, source, streamId });
          tell(session, isKnown, streamId, `${name} has never seen it`);
          return;
        }
        const streams = await resyncInboxStreams(database, { schema, consumer, source });
        tell(session, streams > 0, `${name}, ${streams} streams`, 'it has never seen any: check its name');
      }),
    );
}

function addressOf([schema, consumer, source, streamId]: readonly string[]): InboxStreamAddress {
  return { schema, consumer, source, streamId } as InboxStreamAddress;
}

function tell(
  session: Session,
  isDone: boolean,
  what: string,
  whyNot = 'it is not parked: npm run admin -- bus parked',
): void {
  if (isDone) {
    session.tell(`${what}: its consumer continues with it now, or at its next start.`);
    return;
  }
  session.warn(`${what}: ${whyNot}`);
  session.fail();
}
