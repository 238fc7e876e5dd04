import {
  type ContextModules,
  createContextModules,
  type Installation,
  type LocalServices,
  openErasures,
  openInstallation,
} from '@svc/installation';
import { createMemoryExtractor } from '@svc/memory';
import { createModelCatalogue, Models } from '@svc/models';
import type { PooledDatabase } from '@svc/postgres';
import { systemClock, systemIds } from '@svc/runtime';
import type { Platform } from '@svc/service-host';
import { noMetrics, silentLogger } from '@svc/telemetry';
import type { Session } from './session.js';

export interface ComposedContexts {
  readonly modules: ContextModules;
  readonly platform: Platform;
}

/**
 * The contexts as in a start, for commands that open some of them; they log nothing.
 * @param installation default: that of the data folder
 */
export function composeContexts(
  { configuration, environment, warn }: Session,
  database: PooledDatabase,
  services: LocalServices,
  installation: Installation = openInstallation(configuration.SVC_DATA_DIR, warn),
): ComposedContexts {
  const models = new Models(createModelCatalogue(configuration, environment));
  const modules = createContextModules({
    configuration,
    database,
    services,
    installation,
    erasures: openErasures(configuration, warn),
    models,
    extractor: createMemoryExtractor(models),
  });
  const platform = {
    database,
    clock: systemClock,
    ids: systemIds,
    logger: silentLogger,
    metrics: noMetrics,
  };
  return { modules, platform };
}
