import { Injectable } from '@nestjs/common';
import { grantsOf, permits, type Grant } from '@svc/auth';
import type { KnownRole } from '../projections/role-cache.js';
import { TemporaryGrantJudge } from './temporary-grant-judge.js';

/** A user or member of an organization. */
export interface Person {
  readonly userId: string;
  readonly homeOrgId: string;
  readonly role: KnownRole;
}

/** Who may create API keys. */
@Injectable()
export class KeyMakers {
  constructor(private readonly temporaryGrants: TemporaryGrantJudge) {}

  /**
   * Until when the person may create keys with the role in the organization: `Infinity` by their own role, 0 not at all.
   */
  async mayCreateUntil(
    { userId, homeOrgId, role }: Person,
    { orgId, keyRoleId }: { readonly orgId: string; readonly keyRoleId: string },
    nowMs: number,
  ): Promise<number> {
    const { roleId } = role;
    const isEnough = (held: readonly Grant[]) =>
      permits(grantsOf({ orgId, userId, roleId }, held), 'Organization:CreateAPIKey', {
        org_id: orgId,
        role_id: keyRoleId,
      });
    if (isEnough(role.grants)) return Infinity;
    const acting = { orgId, roleId, through: [] };
    const temporary = await this.temporaryGrants.grantsOf({ orgId: homeOrgId, userId }, acting, nowMs);
    const ends = temporary.filter(({ grant }) => isEnough([grant])).map(({ expiresAtMs }) => expiresAtMs);
    return Math.max(0, ...ends);
  }
}
