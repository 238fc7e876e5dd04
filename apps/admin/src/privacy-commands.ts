import { loadConfig } from '@svc/config';
import { type ContextName, contextNames, contexts } from '@svc/installation';
import { MasterKey } from '@svc/sealing';
import { masterKeyHex } from '@svc/service-host';
import { Argument, type Command } from 'commander';
import { z } from 'zod';
import { eraseDeletedUser, erasePersonOfWorkspace } from './privacy-erase.js';
import { reapplyErasures, reapplyErasuresOf } from './privacy-reapply.js';
import { scrub } from './privacy-scrub.js';
import { tellPrivacyStatus } from './privacy-status.js';
import type { Session } from './session.js';

/** The master key of a service with its own key, not derived from the data folder's. */
const serviceKey = z.object({ SVC_MASTER_KEY: masterKeyHex() });

/** The installer's part in erasing people (docs/privacy.md). */
export function addPrivacyCommands(program: Command, session: Session): void {
  const privacy = program.command('privacy').description("the installer's part in erasing people");

  privacy
    .command('erase <org_id> <user_id>')
    .description(
      'clear what conversations, memory and world keep of a deleted user next to their sealed events',
    )
    .action((orgId: string, userId: string) => eraseDeletedUser(session, { orgId, userId }));

  privacy
    .command('erase-person <workspace_id> <entity_id>')
    .description('erase a person of a workspace everywhere, for ever; what DELETE of the entity does')
    .action((workspaceId: string, personId: string) =>
      erasePersonOfWorkspace(session, { workspaceId, personId }),
    );

  privacy
    .command('status')
    .description('list erased people whose erasure a context has not confirmed, and what to do next')
    .action(() => tellPrivacyStatus(session));

  privacy
    .command('scrub')
    .description(
      "remove what was erased from the database's files; on a server in use each table is locked while it is rewritten",
    )
    .addArgument(
      new Argument('[context]', 'a service with its own database; default: all').choices(contextNames),
    )
    .action((name?: ContextName) => scrub(session, name ? [name] : contextNames));

  privacy
    .command('reapply')
    .description('after a restore: erase everybody in the list of erasures again')
    .addArgument(
      new Argument(
        '[context]',
        'a separate service, with its SVC_MASTER_KEY and the list in SVC_ERASURES; default: the installation',
      ).choices(contexts.filter(({ eraseSubject }) => eraseSubject).map(({ name }) => name)),
    )
    .action((name?: ContextName) => {
      if (name === undefined) return reapplyErasures(session);
      const { SVC_MASTER_KEY: hex } = loadConfig(serviceKey, session.environment);
      return reapplyErasuresOf(session, name, new MasterKey(Buffer.from(hex, 'hex')));
    });
}
