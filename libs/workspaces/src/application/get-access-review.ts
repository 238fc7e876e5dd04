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
  type ReviewedKey,
  type ReviewedRevokedKey,
} from '../projections/access-review-query.js';

/** Who has, or had, access to a workspace with one of its own credentials. */
export interface AccessReview {
  readonly workspaceId: string;
  readonly generatedAtMs: number;
  /** Newest first; at most 100. */
  readonly active: readonly ReviewedKey[];
  /** Likewise the expired ones; at most 100 of both together. */
  readonly expired: readonly ReviewedKey[];
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
    const { workspaceId } = caller;
    const generatedAtMs = this.clock.now();
    const { historyMs, items } = limits.revokedWorkspaceKeys;
    const [keys, revoked] = await Promise.all([
      queryKeysInReview(this.database, workspaceId),
      queryRevokedKeys(this.database, workspaceId, { sinceMs: generatedAtMs - historyMs, limit: items }),
    ]);
    const hasExpired = ({ expiresAtMs }: ReviewedKey) => expiresAtMs <= generatedAtMs;
    return {
      workspaceId,
      generatedAtMs,
      active: keys.filter((key) => !hasExpired(key)),
      expired: keys.filter(hasExpired),
      revoked,
    };
  }
}
