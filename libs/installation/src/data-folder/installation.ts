import { randomUUID } from 'node:crypto';
import { readOrCreate } from './kept-file.js';
import { deriveMasterKeys, masterKeyFile, type MasterKeys } from './master-key-file.js';

/** What distinguishes one installation from all others, kept in its data folder. */
export interface Installation {
  /** The master key of each context, derived from the one file. A copy of the database alone opens nothing. */
  readonly masterKeys: MasterKeys;
  /** Names this installation in the leases of its turns. */
  readonly instanceId: string;
}

/**
 * @param say told when something had to be made again
 * @throws StartupError when a file can't be used, and when the master key is damaged or open to others
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
    // Leases in the name of the former one run out by themselves.
    onReplace: say,
  });
  return { masterKeys: deriveMasterKeys(masterKey), instanceId };
}
