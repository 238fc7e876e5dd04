import { Injectable } from '@nestjs/common';
import {
  conditionEntries,
  equalsOrOutranks,
  hasPermission,
  missingGrant,
  outranks,
  outranksGrant,
  type Caller,
  type Grant,
  type GrantHolder,
} from '@svc/auth';
import { DomainError } from '@svc/errors';
import { isStorableText } from '@svc/kernel';
import { requireOrganization } from '@svc/rpc';
import { RoleCache, type KnownRole } from '../projections/role-cache.js';

/** What callers may do to others, by the present roles of both. */
@Injectable()
export class RoleCeiling {
  constructor(private readonly roles: RoleCache) {}

  /** @throws DomainError `not_found`. */
  async requireRole(orgId: string, roleName: string): Promise<KnownRole> {
    const role = isStorableText(roleName) && (await this.roles.byName(orgId, roleName));
    if (role) return role;
    throw new DomainError(
      'not_found',
      'There is no role with this name. The list of roles shows those there are.',
    );
  }

  /**
   * To assign a role, the caller must outrank it.
   * @throws DomainError `permission_denied`.
   */
  async requireOutranking(caller: Caller, role: KnownRole): Promise<void> {
    const own = await this.#roleOf(caller);
    if (!own || !outranks(own, role)) throw deniedBy(own, role);
  }

  /** To give somebody a single grant. @throws DomainError `permission_denied`. */
  async requireOutrankingGrant(caller: Caller, grant: Grant, holder: GrantHolder): Promise<void> {
    const own = await this.#roleOf(caller);
    if (own && outranksGrant(own, grant, holder)) return;
    throw new DomainError(
      'permission_denied',
      `Your role does not have greater privileges than this grant.${own ? ` It lacks ${lackOf(own, grant)}.` : ''}`,
    );
  }

  /**
   * To take a role away, or to give it to a key: allowed among equals.
   * @returns the caller's role. @throws DomainError `permission_denied`.
   */
  async requireRankOf(caller: Caller, orgId: string, roleId: string): Promise<KnownRole> {
    const { own, other } = await this.#both(caller, orgId, roleId);
    if (!own || !other || !equalsOrOutranks(own, other)) throw deniedBy(own, other);
    return own;
  }

  /**
   * To delete what has a role: the permission to delete is enough, except for those above the caller. Otherwise a
   * lower role could remove those in its way. @throws DomainError `permission_denied`.
   */
  async refuseAbove(caller: Caller, orgId: string, roleId: string): Promise<void> {
    const { own, other } = await this.#both(caller, orgId, roleId);
    if (own && other && !outranks(other, own)) return;
    throw new DomainError('permission_denied', `${other?.roleName} has greater privileges than your role.`);
  }

  async #both(
    caller: Caller,
    orgId: string,
    roleId: string,
  ): Promise<{ readonly own: KnownRole | undefined; readonly other: KnownRole | undefined }> {
    const [own, other] = await Promise.all([this.#roleOf(caller), this.roles.inForceFor(orgId, roleId)]);
    return { own, other };
  }

  /** The role in the organization of the request, where the caller may be a member from elsewhere. */
  #roleOf(caller: Caller): Promise<KnownRole | undefined> {
    return this.roles.inForceFor(requireOrganization(caller), caller.roleId);
  }
}

/** Names what is missing: when nobody has all grants of a role, this is the only hint why nobody can assign it. */
function deniedBy(own: KnownRole | undefined, role: KnownRole | undefined): DomainError {
  const missing = own && role && missingGrant(own, role);
  const lack = missing ? ` It lacks ${lackOf(own, missing)}.` : '';
  return new DomainError(
    'permission_denied',
    `Your role does not have greater privileges than ${role?.roleName}: it would have to grant all of that, and more.${lack}`,
  );
}

/** The missing permission, or the names of its missing conditions: their values may be a thousand. */
function lackOf(own: KnownRole, { permissionName, conditions }: Grant): string {
  if (!hasPermission(own.grants, permissionName)) return permissionName;
  const attributes = conditionEntries(conditions).map(([attribute]) => attribute);
  return `${permissionName} as far as ${attributes.join(' and ')} let it reach there`;
}
