import { roleInForce } from './role-in-force.js';

/**
 * SQL: joins a user or member of an organization as `alias`, with `home_org_id`, `user_id` and the `role_id` in force.
 * NULL: they are gone. A few index look-ups.
 */
export function joinPerson(alias: string, orgId: string, userId: string): string {
  return `LEFT JOIN LATERAL (
    SELECT found.home_org_id, found.user_id, ${roleInForce(orgId, 'found.role_id')} AS role_id FROM (
      SELECT org_id AS home_org_id, user_id, role_id FROM identity.user_account WHERE org_id = ${orgId} AND user_id = ${userId}
      UNION ALL
      SELECT home_org_id, user_id, role_id FROM identity.membership WHERE org_id = ${orgId} AND user_id = ${userId}
    ) AS found
  ) AS ${alias} ON TRUE`;
}
