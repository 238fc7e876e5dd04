import type { DynamicModule } from '@nestjs/common';
import { assertLogEpoch } from '@svc/event-store';
import { createModel, createModelPort } from '@svc/models';
import { systemClock, systemIds } from '@svc/runtime';
import { openContext, type Platform } from '@svc/service-host';
import { noMetrics, silentLogger } from '@svc/telemetry';
import type { Configuration } from '../configuration.js';
import { createContextModules } from '../context-modules.js';
import { contexts, type StandaloneContext } from '../contexts.js';
import { openErasures } from '../erasures.js';
import { openInstallation } from '../installation.js';
import { openLocalServices } from '../local-services.js';
import { existingMasterKey } from '../master-key-file.js';
import { withDatabase } from './stopped-database.js';

const say = (line: string): void => console.error(line);

/**
 * A restored backup holds the keys and words of people who were erased after it was made: erases everybody again whom the
 * list of erasures names, in every context. Interrupted, it is begun anew.
 * @throws StartupError when the logs were restored into another server and that was not accepted yet
 */
export async function reapplyErasures(configuration: Configuration): Promise<void> {
  const { SVC_DATA_DIR: dataDir } = configuration;
  existingMasterKey(dataDir); // one made now would open nothing of the database
  const erasures = openErasures(configuration, say);
  const subjects = await erasures.read();
  await withDatabase(configuration, async (database) => {
    for (const { name } of contexts) await assertLogEpoch(database, name);
    const services = openLocalServices(dataDir);
    try {
      const installation = openInstallation(dataDir, say);
      const model = createModelPort(createModel(configuration));
      const modules = createContextModules({ database, installation, erasures, services, model });
      const platform: Platform = {
        database,
        clock: systemClock,
        ids: systemIds,
        logger: silentLogger,
        metrics: noMetrics,
      };
      for (const context of contexts) await eraseAgain(context, modules[context.name], platform, subjects);
    } finally {
      services.disconnect();
    }
  });
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
