import { toSqlScope, type Conditions } from '@svc/auth';
import type { Executor, Tx } from '@svc/postgres';

/** A numbered change of how a user stands in an organization, as identity has told it. */
export interface AppliedStanding {
  readonly orgId: string;
  readonly number: number;
  /** Where it stands in identity's log. */
  readonly streamId: string;
  readonly userId: string;
  /** Null: they are gone from there. */
  readonly roleId: string | null;
  readonly isVisibleToAdmins: boolean;
}

/** Applies changes in whatever order they come: of a user the one with the highest number holds. */
export async function applyStandings(tx: Tx, standings: readonly AppliedStanding[]): Promise<void> {
  if (standings.length === 0) return;
  const orgIds = [...new Set(standings.map(({ orgId }) => orgId))];
  await holdProgress(tx, orgIds);
  const { rows: replaced } = await tx.query<Pick<AppliedStanding, 'orgId' | 'userId'>>({
    name: 'conversations.insert_standings',
    // A number that comes again is of a log that was restored from a backup: the later word holds, and of whom the former
    // one was, the one before it.
    text: `
      WITH told AS (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::boolean[])
            AS told (org_id, number, stream_id, user_id, role_id, is_visible_to_admins)
      ), inserted AS (
        INSERT INTO conversations.user_standing
          (org_id, number, stream_id, user_id, role_id, is_visible_to_admins, is_latest)
        SELECT *, false FROM told
            ON CONFLICT (org_id, number) DO UPDATE
           SET stream_id = excluded.stream_id, user_id = excluded.user_id, role_id = excluded.role_id,
               is_visible_to_admins = excluded.is_visible_to_admins
      )
      SELECT former.org_id AS "orgId", former.user_id AS "userId"
        FROM conversations.user_standing AS former JOIN told USING (org_id, number)`,
    values: [
      standings.map(({ orgId }) => orgId),
      standings.map(({ number }) => number),
      standings.map(({ streamId }) => streamId),
      standings.map(({ userId }) => userId),
      standings.map(({ roleId }) => roleId),
      standings.map(({ isVisibleToAdmins }) => isVisibleToAdmins),
    ],
  });
  await markLatest(tx, [...standings, ...replaced]);
  await tx.query({
    name: 'conversations.raise_standing_progress',
    text: `
      UPDATE conversations.standing_progress AS progress
         SET applied_up_to = (
               SELECT number FROM conversations.user_standing AS applied
                WHERE applied.org_id = progress.org_id AND applied.number > progress.applied_up_to
                  AND NOT EXISTS (SELECT FROM conversations.user_standing AS next
                                   WHERE next.org_id = applied.org_id AND next.number = applied.number + 1)
                ORDER BY number LIMIT 1)
       WHERE org_id = ANY($1::text[])
         AND EXISTS (SELECT FROM conversations.user_standing AS next
                      WHERE next.org_id = progress.org_id AND next.number = progress.applied_up_to + 1)`,
    values: [orgIds],
  });
}

/** Takes back what one stream of identity has told; until it has come again, not everything is known of its organizations. */
export async function takeStandingsBack(tx: Tx, streamId: string): Promise<void> {
  const { rows: held } = await tx.query<{ readonly orgId: string }>({
    name: 'conversations.organizations_of_standings',
    text: 'SELECT DISTINCT org_id AS "orgId" FROM conversations.user_standing WHERE stream_id = $1',
    values: [streamId],
  });
  await holdProgress(
    tx,
    held.map(({ orgId }) => orgId),
  );
  const { rows: taken } = await tx.query<Pick<AppliedStanding, 'orgId' | 'userId'>>({
    name: 'conversations.take_standings_back',
    text: `
      WITH taken AS (
        DELETE FROM conversations.user_standing WHERE stream_id = $1 RETURNING org_id, user_id, number
      ), lowered AS (
        UPDATE conversations.standing_progress AS progress
           SET applied_up_to = least(progress.applied_up_to, lowest.number - 1)
          FROM (SELECT org_id, min(number) AS number FROM taken GROUP BY org_id) AS lowest
         WHERE progress.org_id = lowest.org_id
      )
      SELECT DISTINCT org_id AS "orgId", user_id AS "userId" FROM taken`,
    values: [streamId],
  });
  await markLatest(tx, taken);
}

/** Whether all changes of the organization up to this number are applied. */
export async function hasAppliedStandings(executor: Executor, orgId: string, upTo: number): Promise<boolean> {
  const { rowCount } = await executor.query({
    name: 'conversations.has_applied_standings',
    text: 'SELECT FROM conversations.standing_progress WHERE org_id = $1 AND applied_up_to >= $2::bigint',
    values: [orgId, upTo],
  });
  return rowCount === 1;
}

/** The users and members of an organization that meet conditions on their role, visibility and id. */
export async function usersStanding(
  executor: Executor,
  orgId: string,
  conditions: Conditions,
): Promise<readonly string[]> {
  // Of all permissions, this one depends on just these attributes.
  const permissionName = 'User:GetUserModel';
  const columns = {
    org_id: { constant: orgId },
    user_id: { sql: 'user_id' },
    user_role_id: { sql: 'role_id' },
    visible_to_admins: { sql: 'is_visible_to_admins' },
  };
  const scope = toSqlScope([{ permissionName, conditions }], permissionName, columns, 2);
  const { rows } = await executor.query<{ readonly user_id: string }>({
    name: `conversations.users_standing_${scope.shape}`,
    text: `SELECT user_id FROM conversations.user_standing
            WHERE org_id = $1 AND is_latest AND role_id IS NOT NULL AND ${scope.text}`,
    values: [orgId, ...scope.values],
  });
  return rows.map(({ user_id: userId }) => userId);
}

/** Who applies changes of one organization comes after the other: each sees which numbers the others have brought. */
async function holdProgress(tx: Tx, orgIds: readonly string[]): Promise<void> {
  await tx.query({
    name: 'conversations.hold_standing_progress',
    text: `INSERT INTO conversations.standing_progress AS progress (org_id, applied_up_to)
           SELECT org_id, 0 FROM unnest($1::text[]) AS held (org_id)
               ON CONFLICT (org_id) DO UPDATE SET applied_up_to = progress.applied_up_to`,
    values: [orgIds.toSorted()],
  });
}

/** Of users who are gone no change says any more what they were. */
async function markLatest(
  tx: Tx,
  users: readonly Pick<AppliedStanding, 'orgId' | 'userId'>[],
): Promise<void> {
  await tx.query({
    name: 'conversations.mark_latest_standings',
    text: `
      UPDATE conversations.user_standing AS standing
         SET is_latest = standing.number = latest.number,
             role_id = CASE WHEN latest.role_id IS NOT NULL THEN standing.role_id END
        FROM (SELECT DISTINCT ON (org_id, user_id) org_id, user_id, number, role_id
                FROM unnest($1::text[], $2::text[]) AS changed (org_id, user_id)
                JOIN conversations.user_standing USING (org_id, user_id)
               ORDER BY org_id, user_id, number DESC) AS latest
       WHERE standing.org_id = latest.org_id AND standing.user_id = latest.user_id
         AND (standing.is_latest <> (standing.number = latest.number)
              OR standing.role_id IS NOT NULL AND latest.role_id IS NULL)`,
    values: [users.map(({ orgId }) => orgId), users.map(({ userId }) => userId)],
  });
}
