import { beginLogEpoch, verifyStreams } from '@svc/event-store';
import type { PooledDatabase } from '@svc/postgres';
import { Argument, type Command } from 'commander';
import type { Configuration } from '../configuration.js';
import { contexts } from '../contexts.js';
import { addParkedStreamCommands } from './parked-stream-commands.js';
import { withDatabase } from './stopped-database.js';

const everyContext = contexts.map(({ name }) => name);

/** Commands on the event logs. On the embedded database they need a standalone that is stopped. */
export function addEventCommands(program: Command, configuration: Configuration): void {
  const events = program.command('events').description('the event logs of the contexts');
  const context = () => new Argument('[context]', 'one context; left out: all').choices(everyContext);

  events
    .command('verify')
    .description('recompute the hash chain of each stream; exit code 1 when one is broken')
    .addArgument(context())
    .action((name?: string) =>
      withDatabase(configuration, async (database) => {
        for (const schema of name ? [name] : everyContext) await verify(database, schema);
      }),
    );

  events
    .command('new-epoch')
    .description('accept logs that were restored into another database server')
    .addArgument(context())
    .action((name?: string) =>
      withDatabase(configuration, async (database) => {
        for (const schema of name ? [name] : everyContext) {
          const { epoch, isNew } = await beginLogEpoch(database, schema);
          console.log(
            isNew
              ? `${schema}: epoch ${epoch} has begun.`
              : `${schema}: still epoch ${epoch}; this is its own server.`,
          );
        }
      }),
    );

  addParkedStreamCommands(events, configuration);
}

async function verify(database: PooledDatabase, schema: string): Promise<void> {
  const { streams, events, faults } = await verifyStreams(database, schema, {
    onProgress: (soFar) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${schema}: ${soFar.events} events …`);
    },
  });
  for (const { streamId, streamVersion, reason } of faults) {
    console.error(`${schema}: ${streamId} version ${streamVersion}: ${reason}`);
  }
  if (faults.length > 0) process.exitCode = 1;
  const verdict = faults.length === 0 ? 'all chains are whole' : `${faults.length} chains are BROKEN`;
  console.log(`${schema}: ${events} events in ${streams} streams, ${verdict}.`);
}
