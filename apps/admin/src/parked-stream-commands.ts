import { listParkedStreams, redriveParkedStream, skipParkedEvent } from '@svc/event-store';
import { contexts, withDatabase } from '@svc/installation';
import { Argument, InvalidArgumentError, type Command } from 'commander';
import type { Session } from './session.js';

const everyContext = contexts.map(({ name }) => name);

/** Commands on streams with an event that a subscription can't handle. Its leader carries them out. */
export function addParkedStreamCommands(events: Command, session: Session): void {
  const context = (argument: string) => new Argument(argument).choices(everyContext);

  events
    .command('parked')
    .description('list the streams that wait because a subscription can not handle one of their events')
    .addArgument(context('[context]'))
    .action((name?: string) =>
      withDatabase(session, async (database) => {
        for (const schema of name === undefined ? everyContext : [name]) {
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
    .description('have a parked stream handled from the event on that it waits for')
    .addArgument(context('<context>'))
    .argument('<subscription>')
    .argument('<stream_id>')
    .action((schema: string, subscription: string, streamId: string) =>
      withDatabase(session, async (database) => {
        tell(session, await redriveParkedStream(database, schema, { subscription, streamId }), streamId);
      }),
    );

  events
    .command('skip')
    .description('the same without the event that it waits for, which the subscription never sees')
    .addArgument(context('<context>'))
    .argument('<subscription>')
    .argument('<stream_id>')
    .argument('<stream_version>', 'of the event that is skipped, as listed', version)
    .action((schema: string, subscription: string, streamId: string, streamVersion: number) =>
      withDatabase(session, async (database) => {
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
    session.tell(`${what}: its subscription goes on with it while it runs, or with its next start.`);
    return;
  }
  session.warn(`${what} is not parked: npm run admin -- events parked`);
  session.fail();
}

function version(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError('Versions count from 1.');
}
