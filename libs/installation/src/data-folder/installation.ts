import { randomUUID } from 'node:crypto';
import { readOrCreate } from './kept-file.js';
import { deriveMasterKeys, masterKeyFile, type MasterKeys } from './master-key-file.js';

/** The identity of an installation, stored in its data folder. */
export interface Installation {
  /**
   * The master key of each context, derived from the one file. A copy of the database without the file opens nothing.
   */
  readonly masterKeys: MasterKeys;
  /** Names this installation in the leases of its turns. */
  readonly instanceId: string;
}

/**
 * @param say called if something had to be created again
 * @throws StartupError if a file can't be used, or the master key is damaged or open to others
 */
export function openInstallation(dataDir: string, say: (sentence: string) => void): Installation {
  const masterKey = readOrCreate({ dataDir, ...masterKeyFile });
  const instanceId = readOrCreate({
    dataDir,
    name: 'instance.id',
    pattern: /^[0-9a-f-]{36}$/,
    meaning: 'instance id',
    create: randomUUID,
    isSecret: false,
    // Leases under the former name expire.
    onReplace: say,
  });
  return { masterKeys: deriveMasterKeys(masterKey), instanceId };
}
