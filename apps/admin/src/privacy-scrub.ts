import {
  type Configuration,
  type ContextName,
  contexts,
  type StandaloneContext,
  withDatabase,
} from '@svc/installation';
import { scrubDatabase, type ScrubOutcome } from '@svc/postgres';

/**
 * Says what it does on standard error and what remains on standard output; the exit code is 1 when it is not done.
 * @param names the contexts whose tables the database holds
 */
export async function scrub(configuration: Configuration, names: readonly ContextName[]): Promise<void> {
  const tables = contexts.filter(({ name }) => names.includes(name)).flatMap(plainTablesOf);
  await withDatabase(
    configuration,
    async (database) => tell(await scrubDatabase(database, { tables, say: (line) => console.error(line) })),
    names,
  );
}

function tell({ undone, outOfReach }: ScrubOutcome): void {
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
