import { type ContextName, contexts, type StandaloneContext, withDatabase } from '@svc/installation';
import { scrubDatabase, type ScrubOutcome } from '@svc/postgres';
import type { Session } from './session.js';

/**
 * Writes its progress to standard error and what remains to standard output; the exit code is 1 if it did not finish.
 * @param names the contexts with tables in the database
 */
export async function scrub(session: Session, names: readonly ContextName[]): Promise<void> {
  const tables = contexts.filter(({ name }) => names.includes(name)).flatMap(plainTablesOf);
  await withDatabase(
    session,
    async (database) => tell(session, await scrubDatabase(database, { tables, say: session.warn })),
    names,
  );
}

function tell(session: Session, { undone, outOfReach }: ScrubOutcome): void {
  for (const sentence of undone) session.tell(`Not done: ${sentence}`);
  for (const sentence of outOfReach) session.tell(`Out of reach: ${sentence}`);
  if (undone.length > 0) session.fail();
  else
    session.tell(
      "The database's own files hold no words, names or keys of erased people any more. Backups that were made before still do: docs/privacy.md says until when.",
    );
}

function plainTablesOf({ plainTables = [] }: StandaloneContext): readonly string[] {
  return plainTables;
}
