import { Injectable } from '@nestjs/common';
import { equalsOrOutranks } from '@svc/auth';
import type { AccessRow, KeyPersonRow } from '../projections/access-query.js';
import type { HomeUser } from '../projections/membership-query.js';
import { RoleCache, type KnownRole } from '../projections/role-cache.js';
import { highestRole } from '../projections/super-administrators-query.js';
import { KeyMakers } from './key-makers.js';

/** What a user may do through a key. */
export interface Access {
  readonly role: KnownRole;
  /** The roles of the others who answer for the key; none for the user's own. */
  readonly through: readonly KnownRole[];
  /**
   * The person behind the user: another than the user if the key is that person's. Keys that the installer issued to a
   * super administrator are the organization's.
   */
  readonly responsibleUserId: string;
  readonly isOwnKey: boolean;
  readonly displayName: string;
  readonly keyExpiresAtMs: number;
}

/** Judges who may act through an API key. */
@Injectable()
export class AccessJudge {
  constructor(
    private readonly roles: RoleCache,
    private readonly keyMakers: KeyMakers,
  ) {}

  /**
   * Whether the user may act through the key now: both exist, the key has not expired, and its role is not below the
   * user's. Those who answer for the key, its creator and whoever was behind them, must exist too. Others than the
   * user must still be allowed to create the key, and not be below the user. So nobody acts with more rights than they
   * have now, and a key of somebody who is gone signs nobody in.
   */
  async judge({ orgId, userId }: HomeUser, row: AccessRow, nowMs: number): Promise<Access | null> {
    const { user_role_id: userRoleId, key_role_id: keyRoleId, creator, responsible } = row;
    if (userRoleId === null || keyRoleId === null || creator === null || responsible === null) return null;
    const keyExpiresAtMs = row.key_expires_at?.getTime() ?? 0;
    if (keyExpiresAtMs <= nowMs) return null;
    const [role, keyRole] = await Promise.all(
      [userRoleId, keyRoleId].map((id) => this.roles.byId(orgId, id)),
    );
    if (!role || !keyRole || !equalsOrOutranks(keyRole, role)) return null;
    const through: KnownRole[] = [];
    for (const person of [creator, responsible]) {
      if (person.userId === userId) continue;
      const personRole = await this.#roleOfKeyMaker(person, { orgId, keyRoleId }, nowMs);
      if (!personRole || !equalsOrOutranks(personRole, role)) return null;
      through.push(personRole);
    }
    const displayName = `${row.first_name} ${row.last_name}`;
    // A key that was issued to anybody below is that person's, also when they were demoted since.
    const creatorRole = await this.roles.byId(orgId, creator.roleId);
    const isOfOrganization = row.issued_by_installer === true && creatorRole?.roleName === highestRole;
    const responsibleUserId = isOfOrganization ? userId : responsible.userId;
    return {
      role,
      through,
      responsibleUserId,
      isOwnKey: through.length === 0,
      displayName,
      keyExpiresAtMs,
    };
  }

  /** Undefined: they may create no such key any more. */
  async #roleOfKeyMaker(
    { userId, homeOrgId, roleId }: KeyPersonRow,
    key: { readonly orgId: string; readonly keyRoleId: string },
    nowMs: number,
  ): Promise<KnownRole | undefined> {
    const role = await this.roles.byId(key.orgId, roleId);
    if (!role) return undefined;
    const until = await this.keyMakers.mayCreateUntil({ userId, homeOrgId, role }, key, nowMs);
    return until > nowMs ? role : undefined;
  }
}
