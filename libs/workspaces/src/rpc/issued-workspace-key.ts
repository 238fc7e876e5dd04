import { IssuedWorkspaceApiKey as IssuedProto } from '@svc/contracts/identity';
import { toProto } from '@svc/kernel';
import type { IssuedWorkspaceApiKey } from '../application/issue-workspace-api-key.js';

/** The only response that shows the key itself. */
export function issuedWorkspaceKey({ key, apiKey }: IssuedWorkspaceApiKey): IssuedProto {
  return toProto(IssuedProto, { ...key, apiKey });
}
