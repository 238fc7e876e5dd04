import type { Executor } from '@svc/postgres';

/**
 * The open write transaction with the lowest id on the server, in any database: subscribers read no events of higher
 * ids. An older transaction that wrote later, or not yet, holds nobody back.
 */
export interface HorizonBlocker {
  /** Process id of the session; undefined for a prepared transaction. */
  readonly processId: number | undefined;
  readonly database: string;
  readonly user: string;
  /** `application_name` of a session, global id of a prepared transaction. */
  readonly name: string;
  /** As in `pg_stat_activity`: `active`, `idle in transaction`; `prepared` for a prepared transaction. */
  readonly state: string;
}

export interface EventHorizon {
  /** Seconds since that transaction began: the maximum time that subscribers have waited; 0 without one. */
  readonly ageSeconds: number;
  readonly blocker: HorizonBlocker | undefined;
}

interface BlockerRow {
  readonly pid: number | null;
  readonly database: string | null;
  readonly role: string | null;
  readonly name: string;
  readonly state: string | null;
  readonly age_seconds: number;
}

/**
 * Source of the metric `event_horizon_age_seconds`. To see sessions of other roles the role needs `pg_read_all_stats`;
 * without it the age of such a blocker is missing.
 */
export async function readEventHorizon(executor: Executor): Promise<EventHorizon> {
  const { rows } = await executor.query<BlockerRow>({
    name: 'event_horizon',
    text: `
      SELECT pid, datname AS database, usename AS role, application_name AS name, state,
             extract(epoch FROM clock_timestamp() - xact_start)::float8 AS age_seconds, age(backend_xid) AS ids_since
        FROM pg_stat_activity WHERE backend_xid IS NOT NULL AND xact_start IS NOT NULL
      UNION ALL
      SELECT NULL, database, owner, gid, 'prepared', extract(epoch FROM clock_timestamp() - prepared)::float8,
             age(transaction)
        FROM pg_prepared_xacts
       ORDER BY ids_since DESC LIMIT 1`,
    values: [],
  });
  const row = rows[0];
  if (!row) return { ageSeconds: 0, blocker: undefined };
  const { pid, database, role, name, state, age_seconds: age } = row;
  const blocker = {
    processId: pid ?? undefined,
    database: database ?? '',
    user: role ?? '',
    name,
    state: state ?? '',
  };
  return { ageSeconds: Math.max(age, 0), blocker };
}
