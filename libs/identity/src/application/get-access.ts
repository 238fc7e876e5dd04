import { Inject, Injectable } from '@nestjs/common';
import { grantsOf, type Grant } from '@svc/auth';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import { queryAccess } from '../projections/access-query.js';
import { AccessJudge } from './access-judge.js';

/** The claims of a verified token. */
export interface TokenHolder {
  readonly orgId: string;
  readonly userId: string;
  readonly apiKeyId: string;
}

export interface GrantedAccess {
  readonly roleId: string;
  readonly roleName: string;
  readonly displayName: string;
  /** Templates filled in. */
  readonly grants: readonly Grant[];
}

@Injectable()
export class GetAccess {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly judge: AccessJudge,
  ) {}

  /** @returns null when the token's user or key no longer stands, or the user has risen above the key: answer 401. */
  async execute(holder: TokenHolder): Promise<GrantedAccess | null> {
    const { orgId, userId } = holder;
    const row = await queryAccess(this.database, holder);
    const access = row && (await this.judge.judge(orgId, row, this.clock.now()));
    if (!access) return null;
    const { roleId, roleName, grants } = access.role;
    const filledIn = grantsOf({ orgId, userId, roleId }, grants);
    return { roleId, roleName, displayName: access.displayName, grants: filledIn };
  }
}
