import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '@svc/errors';
import type { Executor } from '../database.js';

const lookAgainMs = 100;

/**
 * Resolves when earlier deletes are visible to nobody: a rewritten table keeps every row that an open or prepared
 * transaction, a replication slot or a standby could still read.
 * @throws StartupError that names what stays open for longer than `waitMs`
 */
export async function untilUnseen(
  executor: Executor,
  waitMs: number,
  say: (line: string) => void,
): Promise<void> {
  const { rows } = await executor.query<{ now: string }>({
    name: 'scrub.transaction_now',
    text: 'SELECT pg_current_xact_id()::text AS now',
    values: [],
  });
  const now = rows[0]?.now ?? '';
  for (let waitedMs = 0; ; waitedMs += lookAgainMs) {
    const holders = await holdersOfOlder(executor, now);
    if (holders.length === 0) return;
    if (waitedMs >= waitMs) throw rejection(holders);
    if (waitedMs === 0) say(`Waiting for ${holders.join(', ')}, which can still see what was deleted …`);
    await delay(lookAgainMs);
  }
}

/** Names of all that keeps rows of transactions before `transaction`. */
async function holdersOfOlder(executor: Executor, transaction: string): Promise<readonly string[]> {
  const { rows } = await executor.query<{ holder: string }>({
    name: 'scrub.holders_of_older',
    text: `
      WITH kept (holder, oldest) AS (
        SELECT 'process ' || pid || coalesce(' (' || nullif(application_name, '') || ')', ''), held
          FROM pg_stat_activity, unnest(ARRAY[backend_xmin, backend_xid]) AS held
         WHERE pid <> pg_backend_pid() AND (datname IS NULL OR datname = current_database())
        UNION ALL
        SELECT 'the prepared transaction ' || gid, transaction FROM pg_prepared_xacts WHERE database = current_database()
        UNION ALL
        SELECT 'the replication slot ' || slot_name, held
          FROM pg_replication_slots, unnest(ARRAY[xmin, catalog_xmin]) AS held
      )
      SELECT DISTINCT holder FROM kept WHERE age(oldest) > age($1::text::xid8::xid) ORDER BY holder`,
    values: [transaction],
  });
  return rows.map(({ holder }) => holder);
}

function rejection(holders: readonly string[]): StartupError {
  return new StartupError(
    `What was deleted can still be seen by ${holders.join(', ')}: end that (pg_terminate_backend, ROLLBACK PREPARED, pg_drop_replication_slot) and run the command again.`,
  );
}
