import { createModel, createModelPort } from '@svc/models';
import { noMetrics, silentLogger } from '@svc/telemetry';
import { Argument, type Command } from 'commander';
import type { Configuration } from '../configuration.js';
import { createContextModules } from '../context-modules.js';
import { contexts, type ContextName } from '../contexts.js';
import { openInstallation } from '../installation.js';
import { openLocalServices } from '../local-services.js';
import { withDatabase } from './stopped-database.js';

const everyContext = contexts.map(({ name }) => name);

/** Read models hold nothing of their own: they can be made anew from the log at any time. */
export function addReadModelCommands(program: Command, configuration: Configuration): void {
  program
    .command('read-models')
    .description('the tables that queries read')
    .command('rebuild')
    .description('make them anew from the event log, to the identical content')
    .addArgument(new Argument('[context]', 'one context; left out: all').choices(everyContext))
    .action((name?: ContextName) => rebuild(configuration, name ? [name] : everyContext));
}

async function rebuild(configuration: Configuration, names: readonly ContextName[]): Promise<void> {
  const services = openLocalServices(configuration.SVC_DATA_DIR);
  try {
    await withDatabase(configuration, async (database) => {
      const modules = createContextModules({
        database,
        services,
        installation: openInstallation(configuration.SVC_DATA_DIR),
        model: createModelPort(createModel(configuration)),
        logger: silentLogger,
        metrics: noMetrics,
      });
      for (const name of names) {
        console.error(`${name}: rebuilding …`);
        const count = await modules[name].rebuildReadModels();
        console.log(
          `${name}: rebuilt from ${count} ${name === 'conversations' ? 'conversations' : 'events'}.`,
        );
      }
    });
  } finally {
    services.disconnect();
  }
}
