import { Inject, Injectable } from '@nestjs/common';
import { outranksGrant, type GrantHolder } from '@svc/auth';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import type { HomeUser } from '../projections/membership-queries.js';
import { RoleStandings } from '../projections/role-standings.js';
import { queryUnexpiredGrants, type UnexpiredGrant } from '../projections/unexpired-grants-query.js';

/** Judges what a user may do for a while beside their role. */
@Injectable()
export class TemporaryGrantJudge {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly roles: RoleStandings,
  ) {}

  /**
   * The grants that hold now: those that have not expired, and whose creator's role still outranks them: nobody acts with
   * more than who gave them the means.
   * @param holder where the user acts, and as what.
   */
  async grantsOf(user: HomeUser, holder: GrantHolder, nowMs: number): Promise<readonly UnexpiredGrant[]> {
    const unexpired = await queryUnexpiredGrants(this.database, holder.orgId, user, nowMs);
    const judged = unexpired.map(async (given) => ((await this.#holds(given, holder)) ? given : null));
    return (await Promise.all(judged)).filter((given) => given !== null);
  }

  async #holds({ grant, creatorRoleId }: UnexpiredGrant, holder: GrantHolder): Promise<boolean> {
    const creator = creatorRoleId === null ? undefined : await this.roles.byId(holder.orgId, creatorRoleId);
    return creator !== undefined && outranksGrant(creator, grant, holder);
  }
}
