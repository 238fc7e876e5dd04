import { Inject, Injectable } from '@nestjs/common';
import { grantsOf, type Grant } from '@svc/auth';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { CredentialUse, type TokenHolder } from '@svc/workspaces';
import { queryAccess } from '../projections/access-query.js';
import { queryMemberRole } from '../projections/membership-query.js';
import { RoleCache, type KnownRole } from '../projections/role-cache.js';
import { AccessJudge } from './access-judge.js';
import { notAMember } from './organization-not-found.js';
import { TemporaryGrantJudge } from './temporary-grant-judge.js';

export interface GrantedAccess {
  readonly roleId: string;
  readonly roleName: string;
  readonly displayName: string;
  /** Those of the role and the temporary ones, with templates filled in. */
  readonly grants: readonly Grant[];
  /** When the first temporary grant ends. Undefined: there is none. */
  readonly changesAtMs: number | undefined;
  /** The person behind the token. Undefined: the user. */
  readonly responsibleUserId: string | undefined;
  /** Whether the user made the key of the token themselves, or the installer issued it to them. */
  readonly withOwnKey: boolean;
}

@Injectable()
export class GetAccess {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly judge: AccessJudge,
    private readonly roles: RoleCache,
    private readonly temporaryGrants: TemporaryGrantJudge,
    private readonly use: CredentialUse,
  ) {}

  /**
   * @param enteredOrgId the organization to act in. The user's role there counts; home only decides whether they can
   * sign in.
   * @returns null when the token's user or key is gone, or the user outranks the key: respond 401.
   * @throws DomainError `organization_not_found` when the user is no member there.
   */
  async execute(holder: TokenHolder, enteredOrgId = holder.orgId): Promise<GrantedAccess | null> {
    const { orgId, userId } = holder;
    const row = await queryAccess(this.database, holder);
    const nowMs = this.clock.now();
    const access = row && (await this.judge.judge(holder, row, nowMs));
    if (!access) return null;
    const role = enteredOrgId === orgId ? access.role : await this.#roleOfMember(holder, enteredOrgId);
    await this.use.note(holder.apiKeyId, row.last_used_at);
    const { roleId, roleName, grants } = role;
    const place = { orgId: enteredOrgId, roleId };
    // Keys of home set no bound in an organization that is entered, where their creators need not be known.
    const isAtHome = enteredOrgId === orgId;
    const through = isAtHome ? access.through : [];
    const isOthers = isAtHome && access.responsibleUserId !== userId;
    const temporary = await this.temporaryGrants.grantsOf({ orgId, userId }, { ...place, through }, nowMs);
    const held = [...grants, ...temporary.map(({ grant }) => grant)];
    return {
      roleId,
      roleName,
      displayName: access.displayName,
      grants: grantsOf({ ...place, userId }, held),
      changesAtMs: firstOf(temporary.map(({ expiresAtMs }) => expiresAtMs)),
      responsibleUserId: isOthers ? access.responsibleUserId : undefined,
      withOwnKey: access.isOwnKey,
    };
  }

  async #roleOfMember(holder: TokenHolder, enteredOrgId: string): Promise<KnownRole> {
    const roleId = await queryMemberRole(this.database, enteredOrgId, holder);
    const role = roleId === undefined ? undefined : await this.roles.byId(enteredOrgId, roleId);
    if (!role) throw notAMember();
    return role;
  }
}

function firstOf(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : Math.min(...times);
}
