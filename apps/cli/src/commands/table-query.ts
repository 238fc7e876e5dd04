import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { Session } from '../session.js';

/** `svc tables query`: a statement on the workspace's own tables. Added to the command that lists them. */
export function addTableQuery(program: Command, session: Session): void {
  program.commands
    .find((command) => command.name() === 'tables')
    ?.command('query [sql]')
    .description('run one SELECT, INSERT, UPDATE or DELETE; without it, what stands on standard input')
    .action(async (sql: string | undefined) => {
      const { rows, row_count: count } = await session
        .platform()
        .tables.query({ sql: sql ?? (await text(session.io.stdin)) });
      session.show(rows);
      session.note(`${count} row${count === 1 ? '' : 's'}`);
    });
}
