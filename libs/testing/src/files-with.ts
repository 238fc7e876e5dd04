import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Files of a folder, at any depth, in which these bytes stand anywhere; sorted, relative to the folder. */
export function filesWith(folder: string, bytes: Buffer): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readIfThere(file).includes(bytes))
    .map((file) => path.relative(folder, file))
    .sort();
}

/** A running database server removes files at any time. */
function readIfThere(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
