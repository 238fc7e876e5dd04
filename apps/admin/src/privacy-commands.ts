import { loadConfig } from '@svc/config';
import { type ContextName, contexts } from '@svc/installation';
import { MasterKey } from '@svc/sealing';
import { masterKeyHex } from '@svc/service-host';
import { Argument, type Command } from 'commander';
import { z } from 'zod';
import { eraseDeletedUser } from './privacy-erase.js';
import { reapplyErasures, reapplyErasuresOf } from './privacy-reapply.js';
import { scrub } from './privacy-scrub.js';
import { tellPrivacyStatus } from './privacy-status.js';
import type { Session } from './session.js';

/** The master key of a service with its own key, not derived from the data folder's. */
const serviceKey = z.object({ SVC_MASTER_KEY: masterKeyHex() });

/** The installer's part in erasing people (docs/privacy.md). */
export function addPrivacyCommands(program: Command, session: Session): void {
  const names = contexts.map(({ name }) => name);
  const privacy = program.command('privacy').description('what is left to the installer of erasing people');

  privacy
    .command('erase <org_id> <user_id>')
    .description('clear what conversations and memory keep of a deleted user beside their sealed events')
    .action((orgId: string, userId: string) => eraseDeletedUser(session, { orgId, userId }));

  privacy
    .command('status')
    .description(
      'list deleted people whom a context has not confirmed to be erased there, and what to do next',
    )
    .action(() => tellPrivacyStatus(session));

  privacy
    .command('scrub')
    .description(
      "take what was erased out of the database's files; on a server in use each table is locked while it is rewritten",
    )
    .addArgument(
      new Argument('[context]', 'a service with a database of its own; left out: all').choices(names),
    )
    .action((name?: ContextName) => scrub(session, name ? [name] : names));

  privacy
    .command('reapply')
    .description('after a restore: erase everybody again whom the list of erasures names')
    .addArgument(
      new Argument(
        '[context]',
        'a service of its own, with its SVC_MASTER_KEY and the list in SVC_ERASURES; left out: the installation',
      ).choices(contexts.filter(({ eraseSubject }) => eraseSubject).map(({ name }) => name)),
    )
    .action((name?: ContextName) => {
      if (name === undefined) return reapplyErasures(session);
      const { SVC_MASTER_KEY: hex } = loadConfig(serviceKey, session.environment);
      return reapplyErasuresOf(session, name, new MasterKey(Buffer.from(hex, 'hex')));
    });
}
