import { Inject, Injectable } from '@nestjs/common';
import { outranksGrant, type GrantHolder } from '@svc/auth';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import type { HomeUser } from '../projections/membership-query.js';
import { RoleCache, type KnownRole } from '../projections/role-cache.js';
import { queryUnexpiredGrants, type UnexpiredGrant } from '../projections/unexpired-grants-query.js';

/** A user who acts, with the organization and role. */
export interface ActingHolder extends GrantHolder {
  /** The roles of the others who answer for the key: none for the user's own, or a key of another organization. */
  readonly through: readonly KnownRole[];
}

/** Judges the temporary grants of a user. */
@Injectable()
export class TemporaryGrantJudge {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly roles: RoleCache,
  ) {}

  /**
   * The grants in force: not expired, and outranked by the roles of those who answer for the grant and for the key. So
   * nobody acts with more rights than the creator of the grant or key, and nobody gains their own temporary grants by
   * signing in others.
   */
  async grantsOf(user: HomeUser, holder: ActingHolder, nowMs: number): Promise<readonly UnexpiredGrant[]> {
    const unexpired = await queryUnexpiredGrants(this.database, holder.orgId, user, nowMs);
    const judged = unexpired.map(async (given) => ((await this.#holds(given, holder)) ? given : null));
    return (await Promise.all(judged)).filter((given) => given !== null);
  }

  async #holds(
    { grant, creatorRoleId, responsibleRoleId }: UnexpiredGrant,
    holder: ActingHolder,
  ): Promise<boolean> {
    const givers = await Promise.all(
      [creatorRoleId, responsibleRoleId].map(async (id) =>
        id === null ? undefined : this.roles.byId(holder.orgId, id),
      ),
    );
    return [...holder.through, ...givers].every(
      (role) => role !== undefined && outranksGrant(role, grant, holder),
    );
  }
}
