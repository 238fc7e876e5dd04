import { StartupError } from '@svc/errors';
import type { Database } from '@svc/postgres';
import type { MasterKey } from '@svc/sealing';
import { addMasterKey, knownMasterKeys, lockMasterKeys } from './known-master-keys.js';

/**
 * Rejects a master key that opens nothing in a context's schema, before anything is wrapped by it. An empty schema
 * takes the first key as its own.
 * @throws StartupError that says what to do, also while secrets are being wrapped again.
 */
export async function assertMasterKey(
  database: Database,
  schema: string,
  masterKey: MasterKey,
): Promise<void> {
  const found = await knownMasterKeys(database, schema);
  const known = found.size > 0 ? found : await addFirst(database, schema, masterKey);
  if (!known.has(masterKey.id)) {
    throw new StartupError(
      `The secrets of ${schema} are wrapped by another master key: restore the one that belongs to this database (master.key in the data folder, SVC_MASTER_KEY for a service of its own), or end a "npm run admin -- keys rewrap" that was interrupted by running it again.`,
    );
  }
  if (known.size > 1) {
    throw new StartupError(
      `The master key of ${schema} is being changed, and some secrets are still under the former one: run "npm run admin -- keys rewrap" again, to its end.`,
    );
  }
}

function addFirst(database: Database, schema: string, { id }: MasterKey): Promise<ReadonlySet<string>> {
  return database.transaction(async (tx) => {
    const known = await lockMasterKeys(tx, schema);
    if (known.size > 0) return known;
    await addMasterKey(tx, schema, id);
    return new Set([id]);
  });
}
