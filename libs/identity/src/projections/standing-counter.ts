import type { Executor, Tx } from '@svc/postgres';

/**
 * The next number of each organization, by its id. The rows are kept until the transaction has ended, and taken in the order
 * of the ids; without its commit no number was given.
 */
export async function nextStandingNumbers(
  tx: Tx,
  orgIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.query<{ readonly org_id: string; readonly number: number }>({
    name: 'identity.next_standing_numbers',
    text: `INSERT INTO identity.standing_counter AS counter (org_id, latest)
           SELECT org_id, 1 FROM unnest($1::text[]) AS raised (org_id)
               ON CONFLICT (org_id) DO UPDATE SET latest = counter.latest + 1
           RETURNING org_id, latest::float8 AS number`,
    values: [orgIds.toSorted()],
  });
  return new Map(rows.map(({ org_id: orgId, number }) => [orgId, number]));
}

/** For a transaction that takes numbers one after the other: so that two of these never wait for each other in a circle. */
export async function holdStandingCounters(tx: Tx, orgIds: readonly string[]): Promise<void> {
  await tx.query({
    name: 'identity.hold_standing_counters',
    text: 'SELECT FROM identity.standing_counter WHERE org_id = ANY($1::text[]) ORDER BY org_id FOR UPDATE',
    values: [orgIds],
  });
}

/**
 * Brings counters that were lost back to what the log says, and leaves all others. A change that comes meanwhile raises
 * what it finds: so before anything else of a rebuild.
 */
export async function recountStandings(executor: Executor): Promise<void> {
  await executor.query({
    name: 'identity.recount_standings',
    text: `INSERT INTO identity.standing_counter AS counter (org_id, latest)
           SELECT standing ->> 'orgId', max((standing ->> 'number')::bigint)
             FROM identity.event, jsonb_array_elements(payload::jsonb -> 'standings') AS standing
            WHERE event_type = ANY($1::text[]) GROUP BY 1 ORDER BY 1
               ON CONFLICT (org_id) DO UPDATE SET latest = greatest(counter.latest, excluded.latest)`,
    values: [
      [
        'UserCreated',
        'UserPreferencesChanged',
        'UserRoleAssigned',
        'UserDeleted',
        'MembershipCreated',
        'MembershipDeleted',
      ],
    ],
  });
}
