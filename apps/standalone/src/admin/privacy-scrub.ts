import { scrubDatabase, type PooledDatabase } from '@svc/postgres';
import type { StandaloneContext } from '../contexts.js';
import { contexts } from '../contexts.js';

/** Says what it does on standard error and what remains on standard output; the exit code is 1 when it is not done. */
export async function scrub(database: PooledDatabase): Promise<void> {
  const { undone, outOfReach } = await scrubDatabase(database, {
    tables: contexts.flatMap(plainTablesOf),
    say: (line) => console.error(line),
  });
  for (const sentence of undone) console.log(`Not done: ${sentence}`);
  for (const sentence of outOfReach) console.log(`Out of reach: ${sentence}`);
  if (undone.length > 0) process.exitCode = 1;
  else
    console.log(
      "The database's own files hold no words, names or keys of erased people any more. Backups that were made before still do: docs/privacy.md says until when.",
    );
}

function plainTablesOf({ plainTables = [] }: StandaloneContext): readonly string[] {
  return plainTables;
}
