import type { TableOwner } from '@svc/event-store';
import { organizationOf, type TenantId } from '@svc/kernel';

/** Names the user of a row. */
export interface PlaceOfUser {
  readonly orgId: string;
  readonly userId: string;
}

/** Rows of this context name the organization, which is their tenant. */
export function ownedBy(idColumn: string): TableOwner {
  return { tenant: 'org_id', tenantPrefix: 'org:', id: idColumn };
}

/** The rows of the user with the subject `$1` (`userSubject`). Ids of organizations contain no slash. */
export const rowsOfUser =
  `org_id = substr(split_part($1::text, '/', 1), ${'org:'.length + 1})` +
  ` AND user_id = split_part($1::text, '/', 3)`;

/** The same for rows in an organization that the user may be a member of, by their home organization. */
export const rowsOfHomeUser =
  `home_org_id = substr(split_part($1::text, '/', 1), ${'org:'.length + 1})` +
  ` AND user_id = split_part($1::text, '/', 3)`;

/** SQL: the subject (`userSubject`) of the user in a row of `identity.user_account`. */
export function subjectOfAccount(account: string): string {
  return `'org:' || ${account}.org_id || '/user/' || ${account}.user_id`;
}

/** @throws TypeError for a workspace. */
export function orgIdOf(tenantId: TenantId): string {
  const orgId = organizationOf(tenantId);
  if (orgId === null) throw new TypeError('This is kept of organizations only.');
  return orgId;
}
