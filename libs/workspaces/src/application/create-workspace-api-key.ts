import { Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { checkNewKey } from '../domain/workspace-api-key/workspace-api-key-rules.js';
import {
  IssueWorkspaceApiKey,
  type IssuedWorkspaceApiKey,
  type NewWorkspaceApiKey,
} from './issue-workspace-api-key.js';
import { requirePowersOf } from './key-powers.js';

export type WorkspaceApiKeyRequest = Omit<NewWorkspaceApiKey, 'creatorUserId' | 'creatorCredentialId'>;

@Injectable()
export class CreateWorkspaceApiKey {
  constructor(private readonly issue: IssueWorkspaceApiKey) {}

  /** @throws DomainError `permission_denied`, `not_found` (the workspace), `limit_reached`, `validation_failed`. */
  async execute(
    { caller, tenantId, metadata }: WorkspaceRequestContext,
    request: WorkspaceApiKeyRequest,
  ): Promise<IssuedWorkspaceApiKey> {
    requireWorkspacePermission(caller, 'ApiKey.create');
    requirePowersOf(caller, checkNewKey(request, request.durationDays));
    const creator = { creatorUserId: caller.userId, creatorCredentialId: caller.credentialId };
    return this.issue.execute({ tenantId, metadata }, { ...request, ...creator });
  }
}
