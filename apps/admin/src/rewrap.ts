import { randomBytes } from 'node:crypto';
import { StartupError } from '@svc/errors';
import {
  adoptNextMasterKey,
  type Configuration,
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

interface KeyPair {
  readonly from: MasterKey;
  readonly to: MasterKey;
}

/**
 * Puts all contexts of an installation under a new master key, which then stands in the data folder. Interrupted anywhere,
 * the same call goes on; until its end a start is refused.
 * @throws StartupError when the key in the folder opens nothing, and while the standalone runs.
 */
export async function rewrapInstallation(configuration: Configuration): Promise<void> {
  const { SVC_DATA_DIR: dataDir } = configuration;
  await assertStopped(dataDir);
  await withDatabase(configuration, async (database) => {
    const present = deriveMasterKeys(existingMasterKey(dataDir));
    const next = deriveMasterKeys(nextMasterKey(dataDir));
    for (const { name } of contexts) await rewrap(database, name, { from: present[name], to: next[name] });
    const former = adoptNextMasterKey(dataDir);
    console.error(
      `The new master key stands in ${dataDir}: back it up. ${former} opens backups from before; destroy it when nobody shall open them any more.`,
    );
  });
}

/** The same for a service of its own, whose database is that of DATABASE_URL. @throws StartupError as above */
export async function rewrapContext(
  configuration: Configuration,
  name: ContextName,
  keys: KeyPair,
): Promise<void> {
  await withDatabase(configuration, (database) => rewrap(database, name, keys), [name]);
  console.error('Start the service with the new SVC_MASTER_KEY.');
}

async function rewrap(database: PooledDatabase, name: ContextName, keys: KeyPair): Promise<void> {
  const secrets = contexts.find((context) => context.name === name)?.secrets ?? [];
  const count = await rewrapSecrets({ database, schema: name, secrets, random: randomBytes, ...keys });
  console.log(`${name}: ${count} secrets are under the new master key.`);
}

/** A running one would go on with the old key, which opens nothing any more. */
async function assertStopped(dataDir: string): Promise<void> {
  const services = openLocalServices(dataDir);
  try {
    if (await isServed(services)) throw new StartupError(`A standalone runs on ${dataDir}: stop it first.`);
  } finally {
    services.disconnect();
  }
}
