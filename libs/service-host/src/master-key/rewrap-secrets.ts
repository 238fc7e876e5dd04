import { StartupError } from '@svc/errors';
import { isForeignKeyViolation, type Database } from '@svc/postgres';
import { addMasterKey, lockMasterKeys } from './known-master-keys.js';
import { rewrapBatch, type KeyChange, type WrappedSecrets } from './wrapped-secrets.js';

export interface RewrapOptions extends KeyChange {
  readonly database: Database;
  /** Of the context. */
  readonly schema: string;
  /** All tables that the context wraps. */
  readonly secrets: readonly WrappedSecrets[];
  /** Called after each batch with the number of secrets wrapped again so far. */
  readonly onProgress?: (rewrapped: number) => void;
}

/** Each is one transaction. */
const batchSize = 500;
/**
 * A running service may add secrets under the old key. More rounds than this mean that it was left running by mistake.
 */
const maxRounds = 3;

/**
 * Wraps all secrets of a context by another master key; the old one then opens and wraps nothing there. The same call
 * resumes an interrupted one. The secrets themselves stay the same, so nothing else changes.
 * @returns how many this call wrapped again; 0 if all was done.
 * @throws StartupError if the old key opens nothing here, if a change to a third key is under way, if a secret is
 * damaged, or if a service keeps adding secrets under the old key.
 */
export async function rewrapSecrets(options: RewrapOptions): Promise<number> {
  if (options.from.id === options.to.id) {
    throw new StartupError(`The new master key of ${options.schema} is the old one: make another.`);
  }
  if (await isDone(options)) return 0;
  let rewrapped = 0;
  for (let round = 0; round < maxRounds; round += 1) {
    rewrapped += await rewrapAll(options, rewrapped);
    if (await forgetOldKey(options)) return rewrapped;
  }
  throw new StartupError(
    `Something goes on wrapping secrets of ${options.schema} by the old master key: stop the service, and run this again.`,
  );
}

/** Both keys are recorded from here on, so a start with either fails until the end. */
function isDone({ database, schema, from, to }: RewrapOptions): Promise<boolean> {
  return database.transaction(async (tx) => {
    const known = await lockMasterKeys(tx, schema);
    if (known.size === 1 && known.has(to.id)) return true;
    if (known.size > 0 && !known.has(from.id)) {
      throw new StartupError(
        `The old master key opens nothing in ${schema}: give the one that its secrets are wrapped by.`,
      );
    }
    if ([...known].some((id) => id !== from.id && id !== to.id)) {
      throw new StartupError(
        `The master key of ${schema} is being changed to another one than this: end that first, with the key that it was begun with.`,
      );
    }
    await addMasterKey(tx, schema, to.id);
    return false;
  });
}

async function rewrapAll(options: RewrapOptions, before: number): Promise<number> {
  const { database, secrets, onProgress } = options;
  let rewrapped = 0;
  for (const table of secrets) {
    let after: string | null = null;
    for (;;) {
      const done: readonly string[] = await database.transaction((tx) =>
        rewrapBatch(tx, table, options, { after, limit: batchSize }),
      );
      rewrapped += done.length;
      if (done.length > 0) onProgress?.(before + rewrapped);
      if (done.length < batchSize) break;
      after = done.at(-1) ?? null;
    }
  }
  return rewrapped;
}

/** @returns false if a secret was added under it in the meantime. */
async function forgetOldKey({ database, schema, from }: RewrapOptions): Promise<boolean> {
  try {
    await database.query({
      name: `${schema}.delete_master_key`,
      text: `DELETE FROM ${schema}.master_key WHERE key_id = $1`,
      values: [from.id],
    });
    return true;
  } catch (error) {
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
}
