import { loadConfig } from '@svc/config';
import { type ContextName, contextNames, existingMasterKey } from '@svc/installation';
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

  keys
    .command('rewrap')
    .description('change the master key; after an interruption, run it again to continue')
    .addArgument(
      new Argument(
        '[context]',
        'a separate service, from SVC_MASTER_KEY_OLD to SVC_MASTER_KEY; default: the installation, to a new key',
      ).choices(contextNames),
    )
    .action(async (name?: ContextName) => {
      if (name === undefined) return rewrapInstallation(session);
      const { SVC_MASTER_KEY_OLD: from, SVC_MASTER_KEY: to } = loadConfig(serviceKeys, session.environment);
      return rewrapContext(session, name, { from: keyOf(from), to: keyOf(to) });
    });

  keys
    .command('derive')
    .description("show the master key that a separate service needs to use this installation's database")
    .addArgument(new Argument('<context>').choices(contextNames))
    .action((name: ContextName) => {
      const common = Buffer.from(existingMasterKey(session.configuration.SVC_DATA_DIR), 'hex');
      session.tell(deriveMasterKey(common, name).toString('hex'));
    });
}

function keyOf(hex: string): MasterKey {
  return new MasterKey(Buffer.from(hex, 'hex'));
}
