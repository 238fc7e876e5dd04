import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface Migration {
  /** The folder's name: `<timestamp>_<name>`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file's bytes in hex, as Prisma computes it. */
  readonly checksum: string;
  /** It takes away what the release before still uses (`…_contract`), so it waits until no process of that one runs. */
  readonly isContract: boolean;
}

const contractSuffix = '_contract';

/** Reads `<folder>/<timestamp>_<name>/migration.sql`: the folders in the given order, the migrations of each by name. */
export async function readMigrations(folders: readonly string[]): Promise<readonly Migration[]> {
  const migrations: Migration[] = [];
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    for (const name of names.sort()) {
      const content = await readFile(path.join(folder, name, 'migration.sql'));
      migrations.push({
        name,
        sql: content.toString('utf8'),
        isContract: name.endsWith(contractSuffix),
        checksum: createHash('sha256').update(content).digest('hex'),
      });
    }
  }
  const twice = migrations.find(
    ({ name }, index) => migrations.findIndex((other) => other.name === name) !== index,
  );
  if (twice) throw new Error(`The migration ${twice.name} is in two folders.`);
  return migrations;
}
