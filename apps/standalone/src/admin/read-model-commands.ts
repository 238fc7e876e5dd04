import type { DynamicModule } from '@nestjs/common';
import { openContext, type Platform } from '@svc/service-host';
import { Argument, type Command } from 'commander';
import type { Configuration } from '../configuration.js';
import { contexts, type StandaloneContext } from '../contexts.js';
import { openLocalServices } from '../local-services.js';
import { composeContexts } from './compose-contexts.js';
import { withServedIdentity } from './served-identity.js';
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
    .action((name?: string) =>
      rebuild(
        configuration,
        contexts.filter((context) => name === undefined || context.name === name),
      ),
    );
}

async function rebuild(configuration: Configuration, asked: readonly StandaloneContext[]): Promise<void> {
  const services = openLocalServices(configuration.SVC_DATA_DIR);
  try {
    await withDatabase(configuration, async (database) => {
      const { modules, platform } = composeContexts(configuration, database, services);
      await withServedIdentity({ services, module: modules.identity, platform }, async () => {
        for (const context of asked) {
          const { name } = context;
          console.error(`${name}: rebuilding …`);
          const streams = await rebuildReadModels(context, modules[name], platform);
          console.log(`${name}: rebuilt from ${streams} streams.`);
        }
      });
    });
  } finally {
    services.disconnect();
  }
}

async function rebuildReadModels(
  { readModels }: StandaloneContext,
  module: DynamicModule,
  platform: Platform,
): Promise<number> {
  const context = await openContext({ module, platform });
  try {
    return await context.get(readModels).rebuild();
  } finally {
    await context.close();
  }
}
