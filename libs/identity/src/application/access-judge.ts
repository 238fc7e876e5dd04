import { Injectable } from '@nestjs/common';
import { equalsOrOutranks } from '@svc/auth';
import type { AccessRow } from '../projections/access-query.js';
import type { HomeUser } from '../projections/membership-query.js';
import { RoleCache, type KnownRole } from '../projections/role-cache.js';

/** What a user may do through a key. */
export interface Access {
  readonly role: KnownRole;
  /** The role of the key's creator; undefined when the user created the key. */
  readonly keyCreatorRole: KnownRole | undefined;
  readonly displayName: string;
  readonly keyExpiresAtMs: number;
}

/** Judges who may act through an API key. */
@Injectable()
export class AccessJudge {
  constructor(private readonly roles: RoleCache) {}

  /**
   * Whether the user may act through the key now: both exist, the key has not expired, and neither the key's role nor
   * its creator's is below the user's. So nobody acts with more rights than the creator of the key. A key without its
   * creator signs nobody in.
   */
  async judge({ orgId, userId }: HomeUser, row: AccessRow, nowMs: number): Promise<Access | null> {
    const { user_role_id: userRoleId, key_role_id: keyRoleId, creator_role_id: creatorRoleId } = row;
    if (userRoleId === null || keyRoleId === null || creatorRoleId === null) return null;
    const keyExpiresAtMs = row.key_expires_at?.getTime() ?? 0;
    if (keyExpiresAtMs <= nowMs) return null;
    const [role, keyRole, creatorRole] = await Promise.all(
      [userRoleId, keyRoleId, creatorRoleId].map((id) => this.roles.byId(orgId, id)),
    );
    if (!role || ![keyRole, creatorRole].every((ceiling) => ceiling && equalsOrOutranks(ceiling, role)))
      return null;
    const keyCreatorRole = row.creator_user_id === userId ? undefined : creatorRole;
    return { role, keyCreatorRole, displayName: `${row.first_name} ${row.last_name}`, keyExpiresAtMs };
  }
}
