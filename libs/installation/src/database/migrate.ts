import { StartupError } from '@svc/errors';
import { assertLogEpoch, eventLogSettings } from '@svc/event-store';
import { assertSameRelease, assertSuitableServer, OtherReleaseError, runMigrations } from '@svc/postgres';
import { assertMasterKey } from '@svc/service-host';
import type { Configuration } from '../configuration.js';
import { contexts } from '../contexts/contexts.js';
import type { StandaloneDatabase } from './database.js';
import type { Installation } from '../data-folder/installation.js';

/** Updates the schemas of all contexts; a database of another release stays unchanged. @throws StartupError */
export async function migrate(
  database: StandaloneDatabase,
  { masterKeys }: Pick<Installation, 'masterKeys'>,
  { SVC_EVENT_PARTITIONS: partitions }: Pick<Configuration, 'SVC_EVENT_PARTITIONS'>,
  say: (line: string) => void,
): Promise<void> {
  const { pool } = database;
  await assertSuitableServer(pool);
  await assertReadable(database);
  for (const { name, migrations } of contexts) {
    await runMigrations(pool, {
      ...migrations,
      settings: eventLogSettings(partitions),
      onProgress: (migration) => say(`Migrating ${name}: ${migration}`),
    });
    await assertLogEpoch(pool, migrations.schema);
    await assertMasterKey(pool, migrations.schema, masterKeys[name]);
  }
}

/** @throws StartupError that says how to start over, if another release created the database. */
export async function assertReadable({
  pool,
  folders,
}: Pick<StandaloneDatabase, 'pool' | 'folders'>): Promise<void> {
  try {
    for (const { migrations } of contexts) await assertSameRelease(pool, migrations);
  } catch (error) {
    if (!(error instanceof OtherReleaseError) || folders.length === 0) throw error;
    throw new StartupError(
      `What ${folders.join(' and ')} ${folders.length > 1 ? 'hold' : 'holds'} was made by another release, and this one can't read ` +
        'it: to start over, move that away and start again, or name another data folder with SVC_DATA_DIR.',
      { cause: error },
    );
  }
}
