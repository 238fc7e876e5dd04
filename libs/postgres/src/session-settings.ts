import type { ClientBase } from 'pg';
import type { SessionLimits } from './session-limits.js';

/**
 * Sets a session up, in one round trip when it is opened: whatever the server, the database or the role has as default
 * holds for others. So no transaction has to name its isolation, and no commit how durable it is.
 *
 * - Each statement sees what was committed before it (READ COMMITTED): what two writers must not both do is refused by
 *   keys, heads of streams and guards, with failures that name it.
 * - A commit is answered when it is on disk here and, where the server waits for standbys, on theirs. `off`, `local`
 *   and `remote_write` acknowledge sooner and are raised; `remote_apply` promises the same and more, and stays.
 */
export async function applySessionSettings(client: ClientBase, limits: SessionLimits): Promise<void> {
  const settings = {
    default_transaction_isolation: 'read committed',
    synchronous_commit: 'on',
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockWaitMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    transaction_timeout: limits.transactionMs,
  };
  await client.query(setSettings, [Object.keys(settings), Object.values(settings).map(String)]);
}

/** Settings that the server doesn't know are passed over. */
const setSettings = `
  SELECT set_config(s.name, wanted.value, false)
    FROM unnest($1::text[], $2::text[]) AS wanted (name, value)
    JOIN pg_settings s ON s.name = wanted.name
   WHERE NOT (s.name = 'synchronous_commit' AND s.setting = 'remote_apply')`;
