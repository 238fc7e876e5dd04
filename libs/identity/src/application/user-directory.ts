import { Inject, Injectable } from '@nestjs/common';
import { grantsOf, outranks, permits } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { Database, Tx } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { OrganizationDirectory, type SignedIn, type TokenHolder } from '@svc/workspaces';
import { GetAccess } from './get-access.js';
import { KnownOrganizations } from './known-organizations.js';
import { userIdOf } from './user-id.js';
import { userNotFound } from '../domain/user/user.js';
import { lockUser, type HomeUser } from '../projections/membership-query.js';
import { RoleCache, type KnownRole } from '../projections/role-cache.js';
import { queryRolesOfUsers } from '../projections/roles-of-users-query.js';

/** What workspaces ask about organizations and users. */
@Injectable()
export class UserDirectory extends OrganizationDirectory {
  constructor(
    private readonly organizations: KnownOrganizations,
    private readonly accesses: GetAccess,
    private readonly roles: RoleCache,
    @Inject(DATABASE) private readonly database: Database,
  ) {
    super();
  }

  async requireOrganization(orgId: string): Promise<void> {
    await this.organizations.byId(orgId);
  }

  async requireOwner(tx: Tx, { orgId, userId }: HomeUser): Promise<void> {
    const id = userIdOf(userId);
    if (!(await lockUser(tx, { orgId, userId: id }))) throw userNotFound();
    const may = await this.administrators(orgId, id, [id]);
    if (may.get(id) !== true)
      throw new DomainError(
        'permission_denied',
        'This user could do nothing in a workspace: their role does not let them modify the organization.',
      );
  }

  async signedIn(holder: TokenHolder): Promise<SignedIn | null> {
    const access = await this.accesses.execute(holder);
    return access && { responsibleUserId: access.responsibleUserId ?? holder.userId };
  }

  async administrators(
    orgId: string,
    ownerUserId: string,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, boolean>> {
    const roles = await this.#rolesOf(orgId, [ownerUserId, ...userIds]);
    const known = userIds.filter((userId) => roles.has(userId));
    return new Map(known.map((userId) => [userId, mayAdminister(orgId, roles, userId, ownerUserId)]));
  }

  async administeredOwners(
    { orgId, userId }: HomeUser,
    ownerUserIds: readonly string[],
  ): Promise<readonly string[]> {
    const roles = await this.#rolesOf(orgId, [userId, ...ownerUserIds]);
    return ownerUserIds.filter((owner) => mayAdminister(orgId, roles, userId, owner));
  }

  /** The roles in force of those who are users of the organization. */
  async #rolesOf(orgId: string, userIds: readonly string[]): Promise<Roles> {
    const rows = await queryRolesOfUsers(this.database, orgId, [...new Set(userIds)]);
    const known = rows.map(
      async ({ userId, roleId }) => [userId, await this.roles.byId(orgId, roleId)] as const,
    );
    return new Map(await Promise.all(known));
  }
}

type Roles = ReadonlyMap<string, KnownRole | undefined>;

function mayAdminister(orgId: string, roles: Roles, userId: string, ownerUserId: string): boolean {
  const own = roles.get(userId);
  if (!own || !mayModify(orgId, userId, own)) return false;
  const owner = roles.get(ownerUserId);
  return !owner || !outranks(owner, own) || !mayModify(orgId, ownerUserId, owner);
}

function mayModify(orgId: string, userId: string, { roleId, grants }: KnownRole): boolean {
  const held = grantsOf({ orgId, userId, roleId }, grants);
  return permits(held, 'Organization:ModifyOrganization', { org_id: orgId });
}
