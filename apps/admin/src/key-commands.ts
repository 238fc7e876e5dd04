import { loadConfig } from '@svc/config';
import { type ContextName, contexts, existingMasterKey } from '@svc/installation';
import { deriveMasterKey, MasterKey } from '@svc/sealing';
import { masterKeyHex } from '@svc/service-host';
import { Argument, type Command } from 'commander';
import { z } from 'zod';
import { rewrapContext, rewrapInstallation } from './rewrap.js';
import type { Session } from './session.js';

/** The master keys of a service with its own key, not derived from the data folder's. */
const serviceKeys = z.object({ SVC_MASTER_KEY_OLD: masterKeyHex(), SVC_MASTER_KEY: masterKeyHex() });

/** Commands on master keys. With an embedded database the standalone must be stopped. */
export function addKeyCommands(program: Command, session: Session): void {
  const keys = program.command('keys').description('the master keys, which wrap all secrets in the database');
  const names = contexts.map(({ name }) => name);

  keys
    .command('rewrap')
    .description('change the master key; interrupted, it goes on where it was when run again')
    .addArgument(
      new Argument(
        '[context]',
        'a service of its own, from SVC_MASTER_KEY_OLD to SVC_MASTER_KEY; left out: the installation, to a key made now',
      ).choices(names),
    )
    .action(async (name?: ContextName) => {
      if (name === undefined) return rewrapInstallation(session);
      const { SVC_MASTER_KEY_OLD: from, SVC_MASTER_KEY: to } = loadConfig(serviceKeys, session.environment);
      return rewrapContext(session, name, { from: keyOf(from), to: keyOf(to) });
    });

  keys
    .command('derive')
    .description(
      "show the master key that a service of its own needs to go on with this installation's database",
    )
    .addArgument(new Argument('<context>').choices(names))
    .action((name: ContextName) => {
      const common = Buffer.from(existingMasterKey(session.configuration.SVC_DATA_DIR), 'hex');
      session.tell(deriveMasterKey(common, name).toString('hex'));
    });
}

function keyOf(hex: string): MasterKey {
  return new MasterKey(Buffer.from(hex, 'hex'));
}
