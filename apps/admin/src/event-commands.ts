import { beginLogEpoch } from '@svc/event-store';
import { type ContextName, contextNames, withDatabase } from '@svc/installation';
import { Argument, type Command } from 'commander';
import { addParkedStreamCommands } from './parked-stream-commands.js';
import type { Session } from './session.js';
import { verifyChains, verifyLogs } from './verify-logs.js';

/** Commands on the event logs. With an embedded database the standalone must be stopped. */
export function addEventCommands(program: Command, session: Session): void {
  const events = program.command('events').description('the event logs of the contexts');
  const context = () => new Argument('[context]', 'one context; left out: all').choices(contextNames);

  events
    .command('verify')
    .description(
      'recompute the hash chain of each stream, fold it and compare its snapshot; exit code 1 when something is wrong',
    )
    .addArgument(context())
    .option('--chains-only', 'without folding: needs no keys')
    .action((name: ContextName | undefined, { chainsOnly }: { readonly chainsOnly?: true }) => {
      const names = name ? [name] : contextNames;
      return chainsOnly ? verifyChains(session, names) : verifyLogs(session, names);
    });

  events
    .command('new-epoch')
    .description('accept logs that were restored into another database server')
    .addArgument(context())
    .action((name?: string) =>
      withDatabase(session, async (database) => {
        for (const schema of name ? [name] : contextNames) {
          const { epoch, isNew } = await beginLogEpoch(database, schema);
          session.tell(
            isNew
              ? `${schema}: epoch ${epoch} has begun.`
              : `${schema}: still epoch ${epoch}; this is its own server.`,
          );
        }
      }),
    );

  addParkedStreamCommands(events, session);
}
