import {
  CredentialStatus,
  type GetAccessReviewRequest,
  type GetAccessReviewResponse,
  ReviewedCredential,
} from '@svc/contracts/identity';
import { toProto } from '@svc/kernel';
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
    const { active, expired, ended, revoked, ...review } = await this.review.execute(
      workspaceRequestContextOf(caller, call),
    );
    const credentials = [
      ...active.map((key) => credentialMessage(key, CREDENTIAL_STATUS_ACTIVE)),
      ...expired.map((key) => credentialMessage(key, CREDENTIAL_STATUS_EXPIRED)),
      ...ended.map((key) => credentialMessage(key, CREDENTIAL_STATUS_REVOKED)),
      ...revoked.map((key) => credentialMessage(key, CREDENTIAL_STATUS_REVOKED, key.revokedAtMs)),
    ];
    return { ...review, credentials };
  }
}

function credentialMessage(
  key: ReviewedKey | ReviewedRevokedKey,
  status: CredentialStatus,
  revokedAtMs: number | null = null,
): ReviewedCredential {
  return toProto(ReviewedCredential, { ...key, status, revokedAtMs });
}
