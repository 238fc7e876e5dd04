import {
  listParkedInboxStreams,
  redriveInboxStream,
  resyncInboxStream,
  resyncInboxStreams,
  skipInboxEvent,
  type InboxStreamAddress,
} from '@svc/event-bus';
import { contexts, withDatabase } from '@svc/installation';
import { Argument, InvalidArgumentError, type Command } from 'commander';
import type { Session } from './session.js';

const everyContext = contexts.map(({ name }) => name);

/** Commands on consumers of other contexts' events. The consumer itself carries them out. */
export function addBusCommands(program: Command, session: Session): void {
  const bus = program.command('bus').description('the public events that contexts consume of each other');
  const context = (argument: string) => new Argument(argument, 'the one that consumes').choices(everyContext);
  const owner = (argument: string) =>
    new Argument(argument, 'the context that owns the stream').choices(everyContext);
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
    .description('list the streams that a consumer does not go on with, and why')
    .addArgument(context('[context]'))
    .action((name?: string) =>
      withDatabase(session, async (database) => {
        for (const schema of name === undefined ? everyContext : [name]) {
          for (const { parkedAtMs, ...rest } of await listParkedInboxStreams(database, schema)) {
            const line = { context: schema, ...rest, parkedAt: new Date(parkedAtMs).toISOString() };
            session.tell(JSON.stringify(line));
          }
        }
      }),
    );

  onStream('redrive', 'have a parked stream gone on with, from the event on that it stands before').action(
    (...words: readonly string[]) =>
      withDatabase(session, async (database) => {
        const address = addressOf(words);
        tell(session, await redriveInboxStream(database, address), address.streamId);
      }),
  );

  onStream('skip', 'the same without the event that it stands before, which has no effect on the consumer')
    .argument('<stream_version>', 'of the event that is skipped, as listed', version)
    .action((schema: string, consumer: string, source: string, streamId: string, streamVersion: number) =>
      withDatabase(session, async (database) => {
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
      'have a consumer take back what it has of a stream, and read it anew from its owner; without a stream, all that it has of one owner, or of all',
    )
    .addArgument(context('<context>'))
    .argument('<consumer>')
    .addArgument(owner('[source]'))
    .argument('[stream_id]')
    .action((schema: string, consumer: string, source?: string, streamId?: string) =>
      withDatabase(session, async (database) => {
        const name = `${schema}.${consumer}`;
        if (source !== undefined && streamId !== undefined) {
          const isKnown = await resyncInboxStream(database, { schema, consumer, source, streamId });
          tell(session, isKnown, streamId, `${name} has never seen it`);
          return;
        }
        const streams = await resyncInboxStreams(database, { schema, consumer, source });
        tell(session, streams > 0, `${name}, ${streams} streams`, 'it has never seen any; is it called so?');
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
    session.tell(`${what}: its consumer goes on with it while it runs, or with its next start.`);
    return;
  }
  session.warn(`${what}: ${whyNot}`);
  session.fail();
}

function version(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError('Versions count from 1.');
}
