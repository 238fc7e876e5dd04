/**
 * SQL: the id of the role that counts for users with the given one: itself, or its successor if it was replaced. NULL:
 * there is none. Two index look-ups.
 */
export function roleInForce(orgId: string, roleId: string): string {
  return `(SELECT present.role_id FROM identity.role AS given
             JOIN identity.role AS present ON present.org_id = given.org_id
                  AND present.name_skeleton = given.name_skeleton AND present.expires_at IS NULL
            WHERE given.org_id = ${orgId} AND given.role_id = ${roleId})`;
}
