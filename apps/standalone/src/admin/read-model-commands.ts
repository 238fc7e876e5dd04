import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ReadModels as AgentsReadModels } from '@svc/agents';
import { ReadModels as IdentityReadModels } from '@svc/identity';
import { createModel, createModelPort } from '@svc/models';
import { systemClock, systemIds } from '@svc/runtime';
import { ContextLifecycle, PlatformModule, type Platform } from '@svc/service-host';
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
      const telemetry = { logger: silentLogger, metrics: noMetrics };
      const modules = createContextModules({
        database,
        services,
        installation: openInstallation(configuration.SVC_DATA_DIR),
        model: createModelPort(createModel(configuration)),
        ...telemetry,
      });
      const platform = { database, clock: systemClock, ids: systemIds, ...telemetry };
      const rebuilds: Record<ContextName, () => Promise<string>> = {
        identity: async () =>
          `${await rebuildReadModels(modules.identity, IdentityReadModels, platform)} organizations, roles, users and API keys`,
        agents: async () =>
          `${await rebuildReadModels(modules.agents, AgentsReadModels, platform)} agents, context graphs and services`,
        conversations: async () => `${await modules.conversations.rebuildReadModels()} conversations`,
      };
      for (const name of names) {
        console.error(`${name}: rebuilding …`);
        console.log(`${name}: rebuilt from ${await rebuilds[name]()}.`);
      }
    });
  } finally {
    services.disconnect();
  }
}

async function rebuildReadModels(
  module: DynamicModule,
  readModels: Type<{ rebuild(): Promise<number> }>,
  platform: Platform,
): Promise<number> {
  const root = { module: class AdminRoot {}, imports: [PlatformModule.of(platform), module] };
  const context = await NestFactory.createApplicationContext(root, { abortOnError: false, logger: false });
  try {
    return await context.get(readModels, { strict: false }).rebuild();
  } finally {
    await context.get(ContextLifecycle, { strict: false }).stop();
    await context.close();
  }
}
