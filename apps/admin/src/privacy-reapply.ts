import type { DynamicModule } from '@nestjs/common';
import { StartupError } from '@svc/errors';
import { assertLogEpoch } from '@svc/event-store';
import {
  type Configuration,
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

const say = (line: string): void => console.error(line);

/**
 * A restored backup holds the keys and words of people who were erased after it was made: erases everybody again whom the
 * list of erasures names, in every context. Interrupted, it is begun anew.
 * @throws StartupError when the logs were restored into another server and that was not accepted yet
 */
export async function reapplyErasures(configuration: Configuration): Promise<void> {
  existingMasterKey(configuration.SVC_DATA_DIR); // one made now would open nothing of the database
  await reapply(configuration, contexts, openInstallation(configuration.SVC_DATA_DIR, say));
}

/** The same for a service of its own, whose database is that of DATABASE_URL. @throws StartupError as above */
export async function reapplyErasuresOf(
  configuration: Configuration,
  name: ContextName,
  masterKey: MasterKey,
): Promise<void> {
  if (configuration.SVC_ERASURES === undefined)
    throw new StartupError('SVC_ERASURES is not set: name the list of erasures that identity keeps.');
  const masterKeys = {
    identity: masterKey,
    agents: masterKey,
    conversations: masterKey,
    memory: masterKey,
    webhooks: masterKey,
  };
  const asked = contexts.filter((context) => context.name === name);
  await reapply(configuration, asked, { masterKeys, instanceId: 'operator' });
}

async function reapply(
  configuration: Configuration,
  asked: readonly StandaloneContext[],
  installation: Installation,
): Promise<void> {
  const names = asked.map(({ name }) => name);
  const subjects = await openErasures(configuration, say).read();
  const work = async (database: PooledDatabase): Promise<void> => {
    for (const name of names) {
      await assertLogEpoch(database, name);
      await assertMasterKey(database, name, installation.masterKeys[name]);
    }
    const services = openLocalServices(configuration.SVC_DATA_DIR);
    try {
      const { modules, platform } = composeContexts(configuration, database, services, installation);
      for (const context of asked) await eraseAgain(context, modules[context.name], platform, subjects);
    } finally {
      services.disconnect();
    }
  };
  await withDatabase(configuration, work, names);
  say('Now take them out of the files of the database: npm run admin -- privacy scrub');
}

async function eraseAgain(
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
  console.log(`${name}: ${subjects.size} erased people are erased again.`);
}
