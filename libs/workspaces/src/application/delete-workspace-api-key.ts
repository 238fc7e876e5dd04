import { Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { livingKey } from '../domain/workspace-api-key/workspace-api-key.js';
import { requirePowersOf } from './key-powers.js';
import { KnownWorkspaceApiKeys } from './known-workspace-api-keys.js';
import { WorkspaceApiKeys } from './workspace-api-keys.js';

@Injectable()
export class DeleteWorkspaceApiKey {
  constructor(
    private readonly apiKeys: WorkspaceApiKeys,
    private readonly known: KnownWorkspaceApiKeys,
  ) {}

  /** @throws DomainError `permission_denied`, `not_found`. */
  async execute(
    { caller, tenantId, metadata }: WorkspaceRequestContext,
    { keyId }: { readonly keyId: string },
  ): Promise<void> {
    requireWorkspacePermission(caller, 'ApiKey.delete');
    const id = await this.known.byKeyId(caller.workspaceId, keyId);
    await this.apiKeys.change({ tenantId, id, metadata }, ({ state }) => {
      requirePowersOf(caller, livingKey(state));
      return { type: 'DeleteWorkspaceApiKey' };
    });
  }
}
