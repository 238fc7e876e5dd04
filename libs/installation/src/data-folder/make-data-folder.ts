import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Creates the folder and its missing parents as private, whatever the umask. Started by root, others may pass through
 * it, because the database runs as another user below. Existing folders keep their modes, which somebody chose.
 */
export function makeDataFolder(folder: string): void {
  makeLevel(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/** Level by level: with `recursive`, Node never returns if a file system allows no folders, such as `/proc`. */
function makeLevel(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeLevel(path.dirname(folder), mode);
  try {
    mkdirSync(folder);
    chmodSync(folder, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
