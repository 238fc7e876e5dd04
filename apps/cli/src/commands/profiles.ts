import type { Command } from 'commander';
import type { Session } from '../session.js';
import { readProfile } from '../settings/profiles.js';

/** Who one is where. Keys come from files, never from the command line, which others can read. */
export function addProfileCommands(program: Command, session: Session): void {
  const profiles = program.command('profiles').description('where to talk to, and as whom');

  profiles
    .command('list')
    .description('the saved profiles, without their keys')
    .action(() =>
      session.show(
        session.profiles.list().map(({ name, isCurrent, profile }) => ({
          ...{ name, current: isCurrent, url: profile.base_url ?? null },
          ...{ organization: profile.org_id ?? null, workspace: profile.workspace_id ?? null },
        })),
      ),
    );

  profiles
    .command('add <name>')
    .description('save a profile from a file of credentials, such as .svc/credentials.json')
    .requiredOption('--from <file>', 'the file')
    .action((name: string, { from }: { from: string }) => {
      session.profiles.add(name, readProfile(from));
      session.note(`Saved "${name}" in ${session.profiles.file}. Try: svc whoami --profile ${name}`);
    });

  profiles
    .command('use <name>')
    .description('make it the current one')
    .action((name: string) => {
      session.profiles.use(name);
      session.note(`"${name}" is the current profile.`);
    });

  profiles
    .command('remove <name>')
    .description('forget it. The keys themselves stay valid')
    .action((name: string) => {
      session.profiles.remove(name);
      session.note(`Removed "${name}".`);
    });
}
