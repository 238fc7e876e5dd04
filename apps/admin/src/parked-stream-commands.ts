import { listParkedStreams, redriveParkedStream, skipParkedEvent } from '@svc/event-store';
import { contextNames, withSharedDatabase } from '@svc/installation';
import { Argument, type Command } from 'commander';
import type { Session } from './session.js';
import { streamVersionOf } from './stream-version.js';

/** Commands on streams with an event that a subscription can't handle. Its leader carries them out. */
export function addParkedStreamCommands(events: Command, session: Session): void {
  const context = (argument: string) => new Argument(argument).choices(contextNames);

  events
    .command('parked')
    .description('list the streams that wait because a subscription can not handle one of their events')
    .addArgument(context('[context]'))
    .action((name?: string) =>
      withSharedDatabase(session, async (database) => {
        for (const schema of name === undefined ? contextNames : [name]) {
          for (const parked of await listParkedStreams(database, schema)) {
            const { parkedAtMs, ...rest } = parked;
            const line = { context: schema, ...rest, parkedAt: new Date(parkedAtMs).toISOString() };
            session.tell(JSON.stringify(line));
          }
        }
      }),
    );

  events
    .command('redrive')
    .description('handle a parked stream again, from the event that it waits before')
    .addArgument(context('<context>'))
    .argument('<subscription>')
    .argument('<stream_id>')
    .action((schema: string, subscription: string, streamId: string) =>
      withSharedDatabase(session, async (database) => {
        tell(session, await redriveParkedStream(database, schema, { subscription, streamId }), streamId);
      }),
    );

  events
    .command('skip')
    .description('the same, without that event: the subscription never sees it')
    .addArgument(context('<context>'))
    .argument('<subscription>')
    .argument('<stream_id>')
    .argument('<stream_version>', 'of the event that is skipped, as listed', streamVersionOf)
    .action((schema: string, subscription: string, streamId: string, streamVersion: number) =>
      withSharedDatabase(session, async (database) => {
        const address = { subscription, streamId, streamVersion };
        tell(
          session,
          await skipParkedEvent(database, schema, address),
          `${streamId} at version ${streamVersion}`,
        );
      }),
    );
}

function tell(session: Session, isParked: boolean, what: string): void {
  if (isParked) {
    session.tell(`${what}: its subscription continues with it now, or at its next start.`);
    return;
  }
  session.warn(`${what} is not parked: npm run admin -- events parked`);
  session.fail();
}
