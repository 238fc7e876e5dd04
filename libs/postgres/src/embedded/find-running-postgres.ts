import { readPassword } from './cluster.js';
import { findDataFolder, systemFolder } from './data-folder.js';
import { isInUse } from './folder-lock.js';
import { readPostmasterFile } from './orphan.js';
import { serverAddress } from './server-address.js';

/**
 * Address of the running embedded server on `dataDir`. For tools next to its process; they need its rights to read the
 * password.
 *
 * @returns a connection string, as `EmbeddedPostgres` has it; undefined when none runs.
 * @throws StartupError when its password is missing
 */
export function findRunningPostgres(dataDir: string, systemDir = systemFolder): string | undefined {
  const folder = findDataFolder(dataDir, systemDir);
  if (!folder || !isInUse(folder.home)) return undefined;
  const server = readPostmasterFile(folder.cluster);
  return server && serverAddress({ password: readPassword(folder.home), socketFolder: server.socketFolder });
}
