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

export type WorkspaceApiKeyRequest = Omit<
  NewWorkspaceApiKey,
  'creatorUserId' | 'creatorCredentialId' | 'responsibleUserIds'
>;

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
    const { userId: creatorUserId, credentialId: creatorCredentialId, responsibleUserIds } = caller;
    const creator = { creatorUserId, creatorCredentialId, responsibleUserIds };
    return this.issue.execute({ tenantId, metadata }, { ...request, ...creator });
  }
}
