import { randomBytes } from 'node:crypto';
import { StartupError } from '@svc/errors';
import {
  adoptNextMasterKey,
  type ContextName,
  contexts,
  deriveMasterKeys,
  existingMasterKey,
  nextMasterKey,
  openLocalServices,
  withDatabase,
} from '@svc/installation';
import type { PooledDatabase } from '@svc/postgres';
import type { MasterKey } from '@svc/sealing';
import { rewrapSecrets } from '@svc/service-host';
import { isServed } from './served-identity.js';
import type { Session } from './session.js';

interface KeyPair {
  readonly from: MasterKey;
  readonly to: MasterKey;
}

/**
 * Wraps all contexts of an installation by a new master key in the data folder. After an interruption the same call
 * resumes; until its end starts fail.
 * @throws StartupError if the key in the folder opens nothing, or the standalone runs.
 */
export async function rewrapInstallation(session: Session): Promise<void> {
  const { SVC_DATA_DIR: dataDir } = session.configuration;
  await assertStopped(dataDir);
  await withDatabase(session, async (database) => {
    const present = deriveMasterKeys(existingMasterKey(dataDir));
    const next = deriveMasterKeys(nextMasterKey(dataDir));
    for (const { name } of contexts)
      await rewrap(session, database, name, { from: present[name], to: next[name] });
    const former = adoptNextMasterKey(dataDir);
    session.warn(
      `The new master key is in ${dataDir}: back it up. ${former} opens older backups; destroy it when nobody may open them any more.`,
    );
  });
}

/** The same for a single service with the database of DATABASE_URL. @throws StartupError as above */
export async function rewrapContext(session: Session, name: ContextName, keys: KeyPair): Promise<void> {
  await withDatabase(session, (database) => rewrap(session, database, name, keys), [name]);
  session.warn('Start the service with the new SVC_MASTER_KEY.');
}

async function rewrap(
  session: Session,
  database: PooledDatabase,
  name: ContextName,
  keys: KeyPair,
): Promise<void> {
  const secrets = contexts.find((context) => context.name === name)?.secrets ?? [];
  const count = await rewrapSecrets({ database, schema: name, secrets, random: randomBytes, ...keys });
  session.tell(`${name}: ${count} secrets are under the new master key.`);
}

/** A running one would keep using the old key, which no longer opens anything. */
async function assertStopped(dataDir: string): Promise<void> {
  const services = openLocalServices(dataDir);
  try {
    if (await isServed(services)) throw new StartupError(`A standalone runs on ${dataDir}: stop it first.`);
  } finally {
    services.disconnect();
  }
}
