import { Controller, Inject } from '@nestjs/common';
import { WorkspaceAccessCache } from '../../access/workspace-access-cache.js';
import type { RouteInput } from '../../route/route-input.js';
import { Serves } from '../../route/serves.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { fromWorkspace } from './workspace-mapping.js';
import {
  archiveWorkspace,
  createWorkspace,
  getWorkspace,
  listWorkspaces,
  provisionWorkspace,
  updateWorkspace,
} from './workspace.routes.js';

@Controller()
export class WorkspaceController {
  constructor(
    @Inject(IDENTITY) private readonly identity: IdentityClient,
    private readonly accesses: WorkspaceAccessCache,
  ) {}

  @Serves(createWorkspace)
  async create({ caller, body }: RouteInput<typeof createWorkspace>) {
    const { backend_org_id: orgId, region, ...workspace } = body;
    const request = { ...workspace, caller, region: region ?? undefined, orgId: orgId ?? undefined };
    return fromWorkspace((await this.identity.createWorkspace(request)).workspace);
  }

  @Serves(listWorkspaces)
  async list({ caller, query }: RouteInput<typeof listWorkspaces>) {
    if ('credentialId' in caller) {
      // A key is of one workspace, which is the first page and all.
      const { workspace } = await this.identity.getWorkspace({ caller });
      const items = query.continuation_token === 0 ? [fromWorkspace(workspace)] : [];
      return { items, ...fromPageInfo(undefined, query) };
    }
    const { workspaces, page } = await this.identity.listOwnWorkspaces({ caller, page: toPage(query) });
    return { items: workspaces.map(fromWorkspace), ...fromPageInfo(page, query) };
  }

  @Serves(getWorkspace)
  async get({ caller }: RouteInput<typeof getWorkspace>) {
    return fromWorkspace((await this.identity.getWorkspace({ caller })).workspace);
  }

  @Serves(updateWorkspace)
  async update({ caller, body }: RouteInput<typeof updateWorkspace>) {
    const { workspace } = await this.identity.updateWorkspace({
      caller,
      name: body.name ?? undefined,
      environment: body.environment ?? undefined,
      connectorType: body.connector_type ?? undefined,
      platformAuthoring: body.platform_authoring ?? undefined,
    });
    return fromWorkspace(workspace);
  }

  @Serves(archiveWorkspace)
  async archive({ caller, params, body }: RouteInput<typeof archiveWorkspace>) {
    const { workspace } = await this.identity.archiveWorkspace({ caller, slug: body.slug });
    this.accesses.forget({ workspaceId: params.workspace_id });
    return fromWorkspace(workspace);
  }

  @Serves(provisionWorkspace)
  async provision({ caller }: RouteInput<typeof provisionWorkspace>) {
    return { workspace: fromWorkspace((await this.identity.provisionWorkspace({ caller })).workspace) };
  }
}
