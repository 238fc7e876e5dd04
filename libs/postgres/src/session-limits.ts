import type { ClientBase } from 'pg';

/** Upper bounds of one database session, in milliseconds. They keep a lost or slow transaction from holding back the event horizon. */
export interface SessionLimits {
  readonly statementMs: number;
  readonly lockWaitMs: number;
  readonly idleInTransactionMs: number;
  /** Needs PostgreSQL 17; older servers are held by the other three. */
  readonly transactionMs: number;
}

export const defaultSessionLimits: SessionLimits = {
  statementMs: 20_000,
  lockWaitMs: 10_000,
  idleInTransactionMs: 10_000,
  transactionMs: 30_000,
};

/** One statement for all settings; those that the server doesn't know are passed over. */
const applyLimits = `
  SELECT set_config(s.name, wanted.value, false)
    FROM unnest($1::text[], $2::text[]) AS wanted (name, value)
    JOIN pg_settings s ON s.name = wanted.name`;

export async function applySessionLimits(client: ClientBase, limits: SessionLimits): Promise<void> {
  const settings = {
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockWaitMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    transaction_timeout: limits.transactionMs,
  };
  await client.query(applyLimits, [Object.keys(settings), Object.values(settings).map(String)]);
}
