import type { SqlFragment } from '@svc/event-store';
import { timestamp, type Executor } from '@svc/postgres';

/** An erased subject without the confirmation of a context. */
export interface OpenErasure {
  readonly subject: string;
  readonly context: string;
  /** When its key was destroyed. Milliseconds since the Unix epoch, by the clock of identity. */
  readonly sinceMs: number;
}

/** The confirmation that a subject is erased in a context. */
export interface ErasureConfirmation {
  readonly subject: string;
  readonly context: string;
  /** Milliseconds since the Unix epoch, by the clock of the context. */
  readonly confirmedAtMs: number;
}

/** Part of the statement or transaction that destroys the key, also for a key that a backup has brought back. */
export function awaitedConfirmations(
  subject: string,
  contexts: readonly string[],
  nowMs: number,
): SqlFragment {
  return {
    name: 'erasure_confirmations',
    text: `INSERT INTO identity.erasure_confirmation (subject, context, asked_at)
           SELECT $1, context, $3::timestamptz FROM unnest($2::text[]) AS context
           ON CONFLICT (subject, context) DO UPDATE SET asked_at = excluded.asked_at, confirmed_at = NULL`,
    values: [subject, contexts, timestamp(nowMs)],
  };
}

/** In the order of their keys, to avoid deadlocks. */
export async function confirmErasures(
  executor: Executor,
  confirmed: readonly ErasureConfirmation[],
): Promise<void> {
  await executor.query({
    name: 'identity.confirm_erasures',
    text: `
      INSERT INTO identity.erasure_confirmation (subject, context, asked_at, confirmed_at)
      SELECT subject, context, max(confirmed_at), max(confirmed_at)
        FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS said (subject, context, confirmed_at)
       GROUP BY subject, context ORDER BY subject, context
          ON CONFLICT (subject, context) DO UPDATE SET confirmed_at = excluded.confirmed_at`,
    values: [
      confirmed.map(({ subject }) => subject),
      confirmed.map(({ context }) => context),
      confirmed.map(({ confirmedAtMs }) => timestamp(confirmedAtMs)),
    ],
  });
}

/** At most 1,000, oldest first. */
export async function listOpenErasures(executor: Executor): Promise<readonly OpenErasure[]> {
  const { rows } = await executor.query<OpenErasure>({
    name: 'identity.list_open_erasures',
    text: `SELECT subject, context, (extract(epoch FROM asked_at) * 1000)::float8 AS "sinceMs"
             FROM identity.erasure_confirmation WHERE confirmed_at IS NULL
            ORDER BY asked_at, subject, context LIMIT 1000`,
    values: [],
  });
  return rows;
}

/** How many have been open since before then, by context; contexts without any are left out. */
export async function countOpenErasures(
  executor: Executor,
  beforeMs: number,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await executor.query<{ context: string; subjects: number }>({
    name: 'identity.count_open_erasures',
    text: `SELECT context, count(*)::integer AS subjects FROM identity.erasure_confirmation
            WHERE confirmed_at IS NULL AND asked_at < $1 GROUP BY context`,
    values: [timestamp(beforeMs)],
  });
  return new Map(rows.map(({ context, subjects }) => [context, subjects]));
}
