import { loadConfig } from '@svc/config';
import { createDatabase } from '@svc/postgres';
import { MasterKey } from '@svc/sealing';
import { createLogger } from '@svc/telemetry';
import type { z } from 'zod';
import type { ContextDefinition } from './context-definition.js';
import { prepareDatabase } from './prepare-database.js';
import { exitFailed } from './run-process.js';
import type { ServiceConfig } from './service-config.js';

/** The argument of a service's program that migrates and serves nothing. */
export const migrateCommand = 'migrate';

/** Migrates the schema of a service and ends: with 1 and the reason where it can't. */
export async function migrateService(
  context: ContextDefinition,
  schema: z.ZodType<ServiceConfig>,
): Promise<void> {
  try {
    const config = loadConfig(schema, process.env);
    const logger = createLogger({ service: context.name, level: config.SVC_LOG_LEVEL });
    const database = createDatabase({
      connectionString: config.DATABASE_URL,
      maxConnections: 1,
      applicationName: `svc-${context.name}-migrate`,
      onConnectionLost: (error) => logger.warn('an idle database connection was lost', { error }),
    });
    try {
      const masterKey = new MasterKey(Buffer.from(config.SVC_MASTER_KEY, 'hex'));
      const applied = await prepareDatabase({ context, config, database, masterKey, logger });
      logger.info('migrated', { applied });
    } finally {
      await database.close();
    }
  } catch (error) {
    exitFailed(error);
  }
}
