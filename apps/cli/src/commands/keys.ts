import { Option, type Command } from 'commander';
import type { Session } from '../session.js';
import { wholeNumber } from './lists.js';

const roles = ['viewer', 'operator', 'member', 'admin', 'owner'] as const;

interface CreationOptions {
  readonly role: (typeof roles)[number];
  readonly days: string;
}

/** `svc keys create`, `rotate` and `delete`. Added to the command that lists them. */
export function addKeyCommands(program: Command, session: Session): void {
  const keys = program.commands.find((command) => command.name() === 'keys');
  keys
    ?.command('create <name>')
    .description('make a key; it is shown this once')
    .addOption(new Option('--role <role>', 'what it may do').choices(roles).default('member'))
    .option('--days <number>', 'for how long', '90')
    .action(async (name: string, { role, days }: CreationOptions) =>
      session.show(
        await session.platform().apiKeys.create({ name, role, duration_days: wholeNumber('--days', days) }),
      ),
    );
  keys
    ?.command('rotate <id>')
    .description('give a key another secret, which is shown this once, and another end')
    .option('--days <number>', 'for how long', '90')
    .action(async (id: string, { days }: { days: string }) =>
      session.show(
        await session.platform().apiKeys.rotate(id, { duration_days: wholeNumber('--days', days) }),
      ),
    );
  keys
    ?.command('delete <id>')
    .description('take a key away: whoever has it gets no further answer')
    .action(async (id: string) => {
      await session.platform().apiKeys.delete(id);
      session.note(`Deleted ${id}.`);
    });
}
