import { Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { livingKey } from '../domain/workspace-api-key/workspace-api-key.js';
import { IssueWorkspaceApiKey, type IssuedWorkspaceApiKey } from './issue-workspace-api-key.js';
import { requirePowersOf } from './key-powers.js';
import { KnownWorkspaceApiKeys } from './known-workspace-api-keys.js';
import { WorkspaceApiKeys } from './workspace-api-keys.js';

export interface KeyRotation {
  readonly keyId: string;
  /** 1 to 90, from now. */
  readonly durationDays: number;
}

@Injectable()
export class RotateWorkspaceApiKey {
  constructor(
    private readonly apiKeys: WorkspaceApiKeys,
    private readonly known: KnownWorkspaceApiKeys,
    private readonly issue: IssueWorkspaceApiKey,
  ) {}

  /**
   * The former secret ends at once. Whoever rotates a key takes it over: it ends with them from then on. @throws DomainError `permission_denied`, `not_found`, `validation_failed`.
   */
  async execute(
    { caller, tenantId, metadata }: WorkspaceRequestContext,
    { keyId, durationDays }: KeyRotation,
  ): Promise<IssuedWorkspaceApiKey> {
    requireWorkspacePermission(caller, 'ApiKey.create');
    const id = await this.known.byKeyId(caller.workspaceId, keyId);
    const { apiKey, secretSha256 } = this.issue.secretFor(keyId);
    const { state } = await this.apiKeys.change({ tenantId, id, metadata }, (loaded) => {
      requirePowersOf(caller, livingKey(loaded.state));
      const { responsibleUserIds } = caller;
      return { type: 'RotateWorkspaceApiKey', durationDays, secretSha256, responsibleUserIds };
    });
    return { key: livingKey(state), apiKey };
  }
}
