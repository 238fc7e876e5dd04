import { Inject, Injectable } from '@nestjs/common';
import { outranksGrant, type GrantHolder } from '@svc/auth';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import type { HomeUser } from '../projections/membership-query.js';
import { RoleCache, type KnownRole } from '../projections/role-cache.js';
import { queryUnexpiredGrants, type UnexpiredGrant } from '../projections/unexpired-grants-query.js';

/** A user that acts, where and as what. */
export interface ActingHolder extends GrantHolder {
  /** Of whoever made the key that they act through; undefined: nobody else's, or of another organization. */
  readonly through: KnownRole | undefined;
}

/** Judges what a user may do for a while beside their role. */
@Injectable()
export class TemporaryGrantJudge {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly roles: RoleCache,
  ) {}

  /**
   * The grants that hold now: those that have not expired, and whose creator's role still outranks them, as does that of
   * whoever made the key: nobody acts with more than who gave them the means, nor signs others in to come by what they
   * were given.
   */
  async grantsOf(user: HomeUser, holder: ActingHolder, nowMs: number): Promise<readonly UnexpiredGrant[]> {
    const unexpired = await queryUnexpiredGrants(this.database, holder.orgId, user, nowMs);
    const judged = unexpired.map(async (given) => ((await this.#holds(given, holder)) ? given : null));
    return (await Promise.all(judged)).filter((given) => given !== null);
  }

  async #holds({ grant, creatorRoleId }: UnexpiredGrant, holder: ActingHolder): Promise<boolean> {
    const { through } = holder;
    if (through && !outranksGrant(through, grant, holder)) return false;
    const creator = creatorRoleId === null ? undefined : await this.roles.byId(holder.orgId, creatorRoleId);
    return creator !== undefined && outranksGrant(creator, grant, holder);
  }
}
