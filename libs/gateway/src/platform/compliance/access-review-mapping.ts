import {
  CredentialStatus,
  type GetAccessReviewResponse,
  type ReviewedCredential as Proto,
} from '@svc/contracts/identity';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { toWireTime } from '../../wire/times.js';
import { ReviewedCredential } from './access-review-schemas.js';

const jwtCredentialsNote =
  'Sessions with an id_token are not listed: who signs in to the organization and may administer this workspace acts in it without a credential of its own.';

export function fromAccessReview({ generatedAtMs, workspaceId, credentials }: GetAccessReviewResponse) {
  return {
    generated_at: toWireTime(generatedAtMs),
    workspace_id: workspaceId,
    credentials: credentials.map(fromCredential),
    total_credentials: credentials.length,
    jwt_credentials_note: jwtCredentialsNote,
  };
}

function fromCredential({ credentialId, creatorUserId, creatorCredentialId, status, ...key }: Proto) {
  return shown(ReviewedCredential, {
    ...sameNames(key),
    id: credentialId,
    status: statusOf(status),
    created_by_entity_id: null,
    created_by_user_id: creatorUserId ?? null,
    created_by_credential_id: creatorCredentialId ?? null,
  });
}

/** A status that this version doesn't know is not active. */
function statusOf(status: CredentialStatus): 'active' | 'expired' | 'revoked' {
  if (status === CredentialStatus.CREDENTIAL_STATUS_ACTIVE) return 'active';
  return status === CredentialStatus.CREDENTIAL_STATUS_EXPIRED ? 'expired' : 'revoked';
}
