import { Controller, Inject } from '@nestjs/common';
import { WorkspaceAccessCache } from '../../access/workspace-access-cache.js';
import type { RouteInput } from '../../route/route-input.js';
import { Serves } from '../../route/serves.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { toWireTime } from '../../wire/times.js';
import { fromApiKey, fromIssuedKey, permissionCatalog } from './api-key-mapping.js';
import {
  createWorkspaceApiKey,
  deleteWorkspaceApiKey,
  getOwnApiKey,
  getPermissionCatalog,
  listWorkspaceApiKeys,
  rotateWorkspaceApiKey,
} from './api-key.routes.js';

@Controller()
export class WorkspaceApiKeyController {
  constructor(
    @Inject(IDENTITY) private readonly identity: IdentityClient,
    private readonly accesses: WorkspaceAccessCache,
  ) {}

  @Serves(listWorkspaceApiKeys)
  async list({ caller, query }: RouteInput<typeof listWorkspaceApiKeys>) {
    const request = { caller, mineOnly: query.mine_only, page: toPage(query) };
    const { apiKeys, page } = await this.identity.listWorkspaceApiKeys(request);
    return { items: apiKeys.map(fromApiKey), ...fromPageInfo(page, query) };
  }

  @Serves(createWorkspaceApiKey)
  async create({ caller, body }: RouteInput<typeof createWorkspaceApiKey>) {
    const { name, duration_days: durationDays, role, permissions } = body;
    const request = { caller, name: name ?? undefined, durationDays, role, permissions };
    return fromIssuedKey((await this.identity.createWorkspaceApiKey(request)).apiKey);
  }

  @Serves(getPermissionCatalog)
  catalog(_input: RouteInput<typeof getPermissionCatalog>) {
    return Promise.resolve(permissionCatalog);
  }

  @Serves(rotateWorkspaceApiKey)
  async rotate({ caller, params, body }: RouteInput<typeof rotateWorkspaceApiKey>) {
    const request = { caller, keyId: params.key_id, durationDays: body.duration_days };
    const { apiKey } = await this.identity.rotateWorkspaceApiKey(request);
    this.accesses.forget({ workspaceId: params.workspace_id });
    return fromIssuedKey(apiKey);
  }

  @Serves(deleteWorkspaceApiKey)
  async delete({ caller, params }: RouteInput<typeof deleteWorkspaceApiKey>) {
    await this.identity.deleteWorkspaceApiKey({ caller, keyId: params.key_id });
    this.accesses.forget({ workspaceId: params.workspace_id });
  }

  @Serves(getOwnApiKey)
  async own({ caller }: RouteInput<typeof getOwnApiKey>) {
    const { workspaceId, keyId, name, expiresAtMs, expiresInMs } = await this.identity.getOwnWorkspaceApiKey({
      caller,
    });
    return {
      workspace_id: workspaceId,
      key_id: keyId,
      name: name ?? null,
      expires_at: toWireTime(expiresAtMs),
      expires_in_seconds: Math.max(0, Math.floor(expiresInMs / 1_000)),
    };
  }
}
