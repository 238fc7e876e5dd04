import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, renameSync } from 'node:fs';
import path from 'node:path';
import { StartupError } from '@svc/errors';
import { deriveMasterKey, MasterKey } from '@svc/sealing';
import type { ContextName } from '../contexts/contexts.js';
import { readOrCreate, syncFolder, type KeptFile } from './kept-file.js';

/** 32 bytes in hex, from which the master keys of all contexts are derived. */
export const masterKeyFile = {
  name: 'master.key',
  pattern: /^[0-9a-f]{64}$/,
  meaning: 'master key',
  create: () => randomBytes(32).toString('hex'),
  isSecret: true,
} as const satisfies Omit<KeptFile, 'dataDir'>;

/** Next to it while secrets are being wrapped again. */
const nextKeyFile = { ...masterKeyFile, name: 'master.key.next', meaning: 'next master key' };

export type MasterKeys = Readonly<Record<ContextName, MasterKey>>;

/** @param common in hex. */
export function deriveMasterKeys(common: string): MasterKeys {
  const of = (context: ContextName) => new MasterKey(deriveMasterKey(Buffer.from(common, 'hex'), context));
  return {
    identity: of('identity'),
    agents: of('agents'),
    conversations: of('conversations'),
    memory: of('memory'),
    webhooks: of('webhooks'),
    world: of('world'),
  };
}

/** In hex. @throws StartupError if it is missing: a new one would not open the existing data. */
export function existingMasterKey(dataDir: string): string {
  const file = path.join(dataDir, masterKeyFile.name);
  if (existsSync(file)) return readOrCreate({ dataDir, ...masterKeyFile });
  throw new StartupError(`There is no master key ${file}: name the installation's folder with SVC_DATA_DIR.`);
}

/** In hex: the one of an unfinished change, else a new one. On disk before anything is wrapped by it. */
export function nextMasterKey(dataDir: string): string {
  return readOrCreate({ dataDir, ...nextKeyFile });
}

/**
 * The next key replaces the present one, which stays next to it under another name. An interruption leaves the present
 * key or the next in place, never none.
 * @returns the file of the former key.
 */
export function adoptNextMasterKey(dataDir: string): string {
  const present = path.join(dataDir, masterKeyFile.name);
  const former = `${present}.former-${new MasterKey(Buffer.from(existingMasterKey(dataDir), 'hex')).id.slice(0, 8)}`;
  if (!existsSync(former)) linkSync(present, former);
  renameSync(path.join(dataDir, nextKeyFile.name), present);
  syncFolder(dataDir);
  return former;
}
