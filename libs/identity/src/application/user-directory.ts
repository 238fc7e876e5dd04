import { Injectable } from '@nestjs/common';
import type { Tx } from '@svc/postgres';
import { OrganizationDirectory, type TokenHolder } from '@svc/workspaces';
import { GetAccess } from './get-access.js';
import { KnownOrganizations } from './known-organizations.js';
import { userIdOf } from './user-id.js';
import { userNotFound } from '../domain/user/user.js';
import { lockUser, type HomeUser } from '../projections/membership-query.js';

/** What workspaces ask about organizations and users. */
@Injectable()
export class UserDirectory extends OrganizationDirectory {
  constructor(
    private readonly organizations: KnownOrganizations,
    private readonly accesses: GetAccess,
  ) {
    super();
  }

  async requireOrganization(orgId: string): Promise<void> {
    await this.organizations.byId(orgId);
  }

  async requireUser(tx: Tx, { orgId, userId }: HomeUser): Promise<void> {
    if (!(await lockUser(tx, { orgId, userId: userIdOf(userId) }))) throw userNotFound();
  }

  async isSignedIn(holder: TokenHolder): Promise<boolean> {
    return (await this.accesses.execute(holder)) !== null;
  }
}
