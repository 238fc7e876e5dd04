import type { Executor } from '@svc/postgres';

/**
 * The open write transaction with the lowest id on the server, in whatever database: nobody reads events of a higher one.
 * A session may have begun its transaction before that and have written later, or not yet: then it holds nobody back.
 */
export interface HorizonBlocker {
  /** Process id of the session; undefined for a prepared transaction. */
  readonly processId: number | undefined;
  readonly database: string;
  readonly user: string;
  /** Of a session its `application_name`, of a prepared transaction its global id. */
  readonly name: string;
  /** As in `pg_stat_activity`: `active`, `idle in transaction`; `prepared` for a prepared transaction. */
  readonly state: string;
}

export interface EventHorizon {
  /** How long subscribers have been held back at most: since that transaction began, in seconds; 0: nothing holds them. */
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
