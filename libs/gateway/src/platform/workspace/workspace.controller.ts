import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { WorkspaceAccessCache } from '../../access/workspace-access-cache.js';
import {
  defineRoute,
  forUsers,
  forUsersAndKeys,
  forWorkspace,
  type RouteInput,
  Serves,
} from '../../route/index.js';
import { IDENTITY, type IdentityClient } from '../../services.js';
import { fromPageInfo, toPage } from '../../wire/page.js';
import { smallBody } from '../../wire/sizes.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { named } from '../../wire/documented.js';
import { PlatformPageQuery, platformPage } from '../platform-page.js';
import { WorkspacePath } from '../workspace-path.js';
import { fromWorkspace } from './workspace-mapping.js';
import { ArchiveWorkspace, CreateWorkspace, UpdateWorkspace, Workspace } from './workspace-schemas.js';

const Provision = named('ProvisionResponse', z.strictObject({ workspace: Workspace }));

const platform = { surface: 'platform' } as const;

const createWorkspace = defineRoute({
  ...platform,
  operationId: 'create-my-workspace',
  method: 'POST',
  path: '/v1/me/workspaces',
  summary:
    'Creates a workspace of the organization of the token, in the region that serves; the user becomes its owner.',
  access: forUsers({ requires: ['Organization:ModifyOrganization'] }),
  request: { body: { media: 'json', schema: CreateWorkspace, maxBytes: smallBody } },
  answer: { status: 201, content: 'json', schema: Workspace },
  errors: ['slug_conflict', 'limit_reached'],
  perMinute: writesPerMinute,
  example: { body: { slug: 'front-desk', name: 'Front desk' } },
});

const listWorkspaces = defineRoute({
  ...platform,
  operationId: 'list-workspaces',
  method: 'GET',
  path: '/v1/workspaces',
  summary:
    'Lists the workspaces that the user may administer, newest first; with a key the one that it is of.',
  access: forUsersAndKeys('Workspace.view'),
  request: { query: PlatformPageQuery },
  answer: { status: 200, content: 'json', schema: platformPage('WorkspaceListResponse', Workspace) },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

const getWorkspace = defineRoute({
  ...platform,
  operationId: 'get-workspace',
  method: 'GET',
  path: '/v1/workspaces/:workspace_id',
  summary: 'Shows a workspace and its settings.',
  access: forWorkspace('Workspace.view'),
  request: { params: WorkspacePath },
  answer: { status: 200, content: 'json', schema: Workspace },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

const updateWorkspace = defineRoute({
  ...platform,
  operationId: 'update-workspace',
  method: 'PATCH',
  path: '/v1/workspaces/:workspace_id',
  summary: 'Changes the settings of a workspace, platform authoring among them; never its region.',
  access: forWorkspace('Workspace.update'),
  request: {
    params: WorkspacePath,
    body: { media: 'json', schema: UpdateWorkspace, maxBytes: smallBody },
  },
  answer: { status: 200, content: 'json', schema: Workspace },
  errors: ['not_found'],
  perMinute: writesPerMinute,
  example: { body: { name: 'Reception' } },
});

const archiveWorkspace = defineRoute({
  ...platform,
  operationId: 'archive-workspace',
  method: 'POST',
  path: '/v1/workspaces/:workspace_id/archive',
  summary:
    'Ends a workspace and its keys, for ever; its slug stays taken. Takes the slug, so that no other is meant.',
  access: forWorkspace('Workspace.archive'),
  request: {
    params: WorkspacePath,
    body: { media: 'json', schema: ArchiveWorkspace, maxBytes: smallBody },
  },
  answer: { status: 200, content: 'json', schema: Workspace },
  errors: ['not_found'],
  perMinute: writesPerMinute,
  example: { body: { slug: 'front-desk' } },
});

const provisionWorkspace = defineRoute({
  ...platform,
  operationId: 'provision-workspace',
  method: 'POST',
  path: '/v1/workspaces/:workspace_id/provision',
  summary: 'Sees to it that what a workspace begins with is there; a repeat changes nothing.',
  access: forWorkspace('Workspace.update'),
  request: { params: WorkspacePath },
  answer: { status: 200, content: 'json', schema: Provision },
  errors: ['not_found'],
  perMinute: writesPerMinute,
});

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
      // A key is of one workspace, so the first page has all.
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
