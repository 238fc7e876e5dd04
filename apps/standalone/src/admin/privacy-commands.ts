import type { Command } from 'commander';
import type { Configuration } from '../configuration.js';
import { eraseDeletedUser } from './privacy-erase.js';
import { reapplyErasures } from './privacy-reapply.js';
import { scrub } from './privacy-scrub.js';
import { withDatabase } from './stopped-database.js';

/** What is left to the operator of erasing people (docs/privacy.md). */
export function addPrivacyCommands(program: Command, configuration: Configuration): void {
  const privacy = program.command('privacy').description('what is left to the operator of erasing people');

  privacy
    .command('erase <org_id> <user_id>')
    .description('clear what conversations keep of a deleted user beside their sealed events')
    .action((orgId: string, userId: string) => eraseDeletedUser(configuration, { orgId, userId }));

  privacy
    .command('scrub')
    .description(
      "take what was erased out of the database's files; on a server in use each table is locked while it is rewritten",
    )
    .action(() => withDatabase(configuration, (database) => scrub(database)));

  privacy
    .command('reapply')
    .description('after a restore: erase everybody again whom the list of erasures names')
    .action(() => reapplyErasures(configuration));
}
