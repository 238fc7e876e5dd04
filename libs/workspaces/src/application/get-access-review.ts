import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { CLOCK, DATABASE } from '@svc/service-host';
import { limits } from '../domain/limits.js';
import {
  queryKeysInReview,
  queryRevokedKeys,
  type KeyInReview,
  type ReviewedKey,
  type ReviewedRevokedKey,
} from '../projections/access-review-query.js';

/** Who has, or had, access to a workspace with one of its own credentials. */
export interface AccessReview {
  readonly workspaceId: string;
  readonly generatedAtMs: number;
  /** Newest first; at most 100. */
  readonly active: readonly ReviewedKey[];
  /** Likewise the expired ones. */
  readonly expired: readonly ReviewedKey[];
  /** Likewise those that ended with a person; at most 100 of all three together. */
  readonly ended: readonly ReviewedKey[];
  /** Those deleted in the past 90 days, latest first; at most 900. */
  readonly revoked: readonly ReviewedRevokedKey[];
}

@Injectable()
export class GetAccessReview {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError `permission_denied`. */
  async execute({ caller }: WorkspaceRequestContext): Promise<AccessReview> {
    requireWorkspacePermission(caller, 'Audit.view');
    const { workspaceId, orgId } = caller;
    const generatedAtMs = this.clock.now();
    const { historyMs, items } = limits.revokedWorkspaceKeys;
    const [keys, revoked] = await Promise.all([
      queryKeysInReview(this.database, { workspaceId, orgId }),
      queryRevokedKeys(this.database, workspaceId, { sinceMs: generatedAtMs - historyMs, limit: items }),
    ]);
    const statusOf = ({ hasEnded, expiresAtMs }: KeyInReview) => {
      if (hasEnded) return 'ended';
      return expiresAtMs <= generatedAtMs ? 'expired' : 'active';
    };
    const byStatus = Map.groupBy(keys, statusOf);
    const keysOf = (status: ReturnType<typeof statusOf>) =>
      (byStatus.get(status) ?? []).map(({ hasEnded: _hasEnded, ...key }) => key);
    return {
      workspaceId,
      generatedAtMs,
      active: keysOf('active'),
      expired: keysOf('expired'),
      ended: keysOf('ended'),
      revoked,
    };
  }
}
