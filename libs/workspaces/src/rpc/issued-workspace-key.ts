import type { IssuedWorkspaceApiKey as IssuedProto } from '@svc/contracts/identity';
import type { Complete } from '@svc/event-store';
import type { IssuedWorkspaceApiKey } from '../application/issue-workspace-api-key.js';

/** The only response that shows the key itself. */
export function issuedWorkspaceKey({ key, apiKey }: IssuedWorkspaceApiKey): Complete<IssuedProto> {
  return {
    keyId: key.keyId,
    apiKey,
    name: key.name ?? undefined,
    role: key.role,
    permissions: [...key.permissions],
    expiresAtMs: key.expiresAtMs,
    creatorCredentialId: key.creatorCredentialId ?? undefined,
  };
}
