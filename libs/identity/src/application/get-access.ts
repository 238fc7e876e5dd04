import { grantsOf, type Grant } from '@svc/auth';
import { queryAccess } from '../projections/access-query.js';
import { judgeAccess } from './access.js';
import type { IdentityContext } from './identity-context.js';

/** The claims of a verified token. */
export interface TokenHolder {
  readonly orgId: string;
  readonly userId: string;
  readonly apiKeyId: string;
}

export interface GrantedAccess {
  readonly roleId: string;
  readonly roleName: string;
  readonly displayName: string;
  /** Templates filled in. */
  readonly grants: readonly Grant[];
}

/** @returns null when the token's user or key no longer stands, or the user has risen above the key: answer 401. */
export async function getAccess(
  { database, roles, clock }: IdentityContext,
  holder: TokenHolder,
): Promise<GrantedAccess | null> {
  const row = await queryAccess(database, holder);
  const access = row && (await judgeAccess(database, roles, holder.orgId, row, clock.now()));
  if (!access) return null;
  const { roleId, roleName, grants } = access.role;
  const self = { orgId: holder.orgId, userId: holder.userId, roleId };
  return { roleId, roleName, displayName: access.displayName, grants: grantsOf(self, grants) };
}
