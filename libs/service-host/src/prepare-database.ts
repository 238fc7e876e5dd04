import { assertLogEpoch, eventLogSettings } from '@svc/event-store';
import { assertSuitableServer, runMigrations, type PooledDatabase } from '@svc/postgres';
import type { MasterKey } from '@svc/sealing';
import type { Logger } from '@svc/telemetry';
import type { ContextDefinition } from './context-definition.js';
import { assertMasterKey } from './master-key/assert-master-key.js';
import type { ServiceConfig } from './service-config.js';

export interface DatabaseToPrepare {
  readonly context: ContextDefinition;
  readonly config: ServiceConfig;
  readonly database: PooledDatabase;
  readonly masterKey: MasterKey;
  readonly logger: Logger;
}

/**
 * Applies the migrations that the configuration asks for, and sees that database and master key are those of this
 * service.
 * @returns the names of the migrations that were applied
 * @throws StartupError
 */
export async function prepareDatabase(options: DatabaseToPrepare): Promise<readonly string[]> {
  const { config, database, masterKey, logger } = options;
  const { migrations } = options.context;
  await assertSuitableServer(database);
  const applied = await runMigrations(database, {
    ...migrations,
    withoutContract: config.SVC_MIGRATIONS === 'expand',
    settings: eventLogSettings(config.SVC_EVENT_PARTITIONS),
    onProgress: (migration) => logger.info('migrating', { migration }),
  });
  await assertLogEpoch(database, migrations.schema);
  await assertMasterKey(database, migrations.schema, masterKey);
  return applied;
}
