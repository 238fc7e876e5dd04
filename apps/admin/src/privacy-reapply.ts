import type { DynamicModule } from '@nestjs/common';
import { StartupError } from '@svc/errors';
import { assertLogEpoch } from '@svc/event-store';
import {
  type ContextName,
  contexts,
  existingMasterKey,
  type Installation,
  openErasures,
  openInstallation,
  openLocalServices,
  type StandaloneContext,
  withDatabase,
} from '@svc/installation';
import type { PooledDatabase } from '@svc/postgres';
import type { MasterKey } from '@svc/sealing';
import { assertMasterKey, openContext, type Platform } from '@svc/service-host';
import { composeContexts } from './compose-contexts.js';
import type { Session } from './session.js';

/**
 * A restored backup holds keys and texts of people who were erased after it was made. Erases everybody in the list of
 * erasures again, in every context. If interrupted, run it again.
 * @throws StartupError if the logs were restored into another server and that was not accepted yet
 */
export async function reapplyErasures(session: Session): Promise<void> {
  existingMasterKey(session.configuration.SVC_DATA_DIR); // a new one would open nothing of the database
  await reapply(session, contexts, openInstallation(session.configuration.SVC_DATA_DIR, session.warn));
}

/** The same for a single service with the database of DATABASE_URL. @throws StartupError as above */
export async function reapplyErasuresOf(
  session: Session,
  name: ContextName,
  masterKey: MasterKey,
): Promise<void> {
  if (session.configuration.SVC_ERASURES === undefined)
    throw new StartupError('SVC_ERASURES is not set: name the list of erasures that identity keeps.');
  const masterKeys = {
    identity: masterKey,
    agents: masterKey,
    conversations: masterKey,
    memory: masterKey,
    webhooks: masterKey,
    world: masterKey,
  };
  const asked = contexts.filter((context) => context.name === name);
  await reapply(session, asked, { masterKeys, instanceId: 'installer' });
}

async function reapply(
  session: Session,
  asked: readonly StandaloneContext[],
  installation: Installation,
): Promise<void> {
  const names = asked.map(({ name }) => name);
  const subjects = await openErasures(session.configuration, session.warn).read();
  const work = async (database: PooledDatabase): Promise<void> => {
    for (const name of names) {
      await assertLogEpoch(database, name);
      await assertMasterKey(database, name, installation.masterKeys[name]);
    }
    const services = openLocalServices(session.configuration.SVC_DATA_DIR);
    try {
      const { modules, platform } = composeContexts(session, database, services, installation);
      for (const context of asked)
        await eraseAgain(session, context, modules[context.name], platform, subjects);
    } finally {
      services.disconnect();
    }
  };
  await withDatabase(session, work, names);
  session.warn('Now take them out of the files of the database: npm run admin -- privacy scrub');
}

async function eraseAgain(
  session: Session,
  { name, eraseSubject }: StandaloneContext,
  module: DynamicModule,
  platform: Platform,
  subjects: ReadonlySet<string>,
): Promise<void> {
  if (!eraseSubject) return;
  const context = await openContext({ module, platform });
  try {
    const erasing = context.get(eraseSubject);
    for (const subject of subjects) await erasing.execute({ subject });
  } finally {
    await context.close();
  }
  session.tell(`${name}: ${subjects.size} erased people are erased again.`);
}
