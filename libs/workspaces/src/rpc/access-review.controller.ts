import {
  CredentialStatus,
  type GetAccessReviewRequest,
  type GetAccessReviewResponse,
  type ReviewedCredential,
} from '@svc/contracts/identity';
import type { Complete } from '@svc/event-store';
import { type RpcCall, workspaceRequestContextOf } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { GetAccessReview } from '../application/get-access-review.js';
import type { ReviewedKey, ReviewedRevokedKey } from '../projections/access-review-query.js';
import { accessReviewMethods } from './workspace-methods.js';

const { CREDENTIAL_STATUS_ACTIVE, CREDENTIAL_STATUS_EXPIRED, CREDENTIAL_STATUS_REVOKED } = CredentialStatus;

@RpcController(accessReviewMethods)
export class AccessReviewController {
  constructor(private readonly review: GetAccessReview) {}

  async getAccessReview({ caller }: GetAccessReviewRequest, call: RpcCall): Promise<GetAccessReviewResponse> {
    const { active, expired, revoked, ...review } = await this.review.execute(
      workspaceRequestContextOf(caller, call),
    );
    const credentials = [
      ...active.map((key) => toProto(key, CREDENTIAL_STATUS_ACTIVE)),
      ...expired.map((key) => toProto(key, CREDENTIAL_STATUS_EXPIRED)),
      ...revoked.map((key) => toProto(key, CREDENTIAL_STATUS_REVOKED, key.revokedAtMs)),
    ];
    return { ...review, credentials };
  }
}

function toProto(
  key: ReviewedKey | ReviewedRevokedKey,
  status: CredentialStatus,
  revokedAtMs?: number,
): Complete<ReviewedCredential> {
  return {
    ...key,
    status,
    name: key.name ?? undefined,
    permissions: [...key.permissions],
    creatorUserId: key.creatorUserId ?? undefined,
    creatorCredentialId: key.creatorCredentialId ?? undefined,
    lastUsedAtMs: key.lastUsedAtMs ?? undefined,
    revokedAtMs,
  };
}
