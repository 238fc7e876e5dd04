import { equalsOrOutranks, outranks, type Caller } from '@svc/auth';
import { DomainError } from '@svc/errors';
import { isStorableText } from '@svc/kernel';
import type { IdentityContext } from './identity-context.js';
import type { KnownRole } from '../projections/role-standings.js';

type Needs = Pick<IdentityContext, 'database' | 'roles'>;

/** @throws DomainError `not_found`. */
export async function requireRole(
  { database, roles }: Needs,
  orgId: string,
  roleName: string,
): Promise<KnownRole> {
  const role = isStorableText(roleName) && (await roles.byName(database, orgId, roleName));
  if (role) return role;
  throw new DomainError('not_found', 'There is no role with this name.');
}

/**
 * "The caller must outrank the role": to give it to somebody, or to a key.
 * @throws DomainError `permission_denied`.
 */
export async function requireOutranking(needs: Needs, caller: Caller, role: KnownRole): Promise<void> {
  const own = await roleOf(needs, caller);
  if (!own || !outranks(own, role)) throw deniedBy(role);
}

/** Takes a role away: one may do so to equals, never to those above. @throws DomainError `permission_denied`. */
export async function requireRankOf(
  needs: Needs,
  caller: Caller,
  orgId: string,
  roleId: string,
): Promise<void> {
  const [own, current] = await Promise.all([
    roleOf(needs, caller),
    needs.roles.byId(needs.database, orgId, roleId),
  ]);
  if (!own || !current || !equalsOrOutranks(own, current)) throw deniedBy(current);
}

function roleOf({ database, roles }: Needs, caller: Caller): Promise<KnownRole | undefined> {
  return roles.byId(database, caller.orgId, caller.roleId);
}

function deniedBy(role: KnownRole | undefined): DomainError {
  return new DomainError(
    'permission_denied',
    `Your role does not have greater privileges than ${role?.roleName}.`,
  );
}
