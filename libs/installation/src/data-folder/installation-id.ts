import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '@svc/errors';
import { readOrCreate } from './kept-file.js';

const name = 'installation.id';

/**
 * Names this installation among those that use the same Kafka.
 * @throws StartupError if its file can't be used, or is damaged
 */
export function installationId(dataDir: string): string {
  return readOrCreate({
    dataDir,
    name,
    pattern: /^[0-9a-f]{16}$/,
    meaning: 'installation id',
    create: () => randomBytes(8).toString('hex'),
    isSecret: false,
  });
}

/**
 * The same for commands, which make no installation.
 * @throws StartupError also if there is none
 */
export function existingInstallationId(dataDir: string): string {
  const file = path.join(dataDir, name);
  if (existsSync(file)) return installationId(dataDir);
  throw new StartupError(
    `There is no ${file}: set SVC_INSTALLATION to the id that your services have, or SVC_DATA_DIR to the data folder of npm run distributed.`,
  );
}
