import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes the folder, and those above it, where they are missing. What is made is closed to others, whatever the umask;
 * for root it may be passed through, because the database runs as another user further in. Folders that exist stay as
 * they are: whoever made them has chosen.
 */
export function makeDataFolder(folder: string): void {
  makeLevel(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/** Level by level: with `recursive` Node never comes back where a file system takes no folders, such as `/proc`. */
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
