import { z } from 'zod';
import { defineRoute } from '../../route/route.js';
import { forUsers, forUsersAndKeys, forWorkspace } from '../../route/route-access.js';
import { smallBody } from '../../wire/sizes.js';
import { platformPage, PlatformPageQuery } from '../platform-page.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { WorkspacePath } from '../workspace-path.js';
import { ArchiveWorkspace, CreateWorkspace, UpdateWorkspace, Workspace } from './workspace-schemas.js';

const platform = { surface: 'platform' } as const;

export const createWorkspace = defineRoute({
  ...platform,
  operationId: 'create-workspace-for-self',
  method: 'POST',
  path: '/v1/me/workspaces',
  summary:
    'Creates a workspace of the organization of the token, in the region that serves; the user becomes its owner.',
  access: forUsers({ requires: ['Organization:ModifyOrganization'] }),
  request: { body: { media: 'json', schema: CreateWorkspace, mostBytes: smallBody } },
  answer: { status: 201, content: 'json', schema: Workspace },
  errors: ['slug_conflict', 'limit_reached'],
  perMinute: writesPerMinute,
  example: { body: { slug: 'front-desk', name: 'Front desk' } },
});

export const listWorkspaces = defineRoute({
  ...platform,
  operationId: 'list-workspaces',
  method: 'GET',
  path: '/v1/workspaces',
  summary: 'Lists the workspaces of the user, newest first; with a key the one that it is of.',
  access: forUsersAndKeys('Workspace.view'),
  request: { query: PlatformPageQuery },
  answer: { status: 200, content: 'json', schema: platformPage(Workspace) },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

export const getWorkspace = defineRoute({
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

export const updateWorkspace = defineRoute({
  ...platform,
  operationId: 'update-workspace',
  method: 'PATCH',
  path: '/v1/workspaces/:workspace_id',
  summary: 'Changes the settings of a workspace, platform authoring among them; never its region.',
  access: forWorkspace('Workspace.update'),
  request: {
    params: WorkspacePath,
    body: { media: 'json', schema: UpdateWorkspace, mostBytes: smallBody },
  },
  answer: { status: 200, content: 'json', schema: Workspace },
  errors: ['not_found'],
  perMinute: writesPerMinute,
  example: { body: { name: 'Reception' } },
});

export const archiveWorkspace = defineRoute({
  ...platform,
  operationId: 'archive-workspace',
  method: 'POST',
  path: '/v1/workspaces/:workspace_id/archive',
  summary:
    'Ends a workspace and its keys, for ever; its slug stays taken. Takes the slug, so that no other is meant.',
  access: forWorkspace('Workspace.archive'),
  request: {
    params: WorkspacePath,
    body: { media: 'json', schema: ArchiveWorkspace, mostBytes: smallBody },
  },
  answer: { status: 200, content: 'json', schema: Workspace },
  errors: ['not_found'],
  perMinute: writesPerMinute,
  example: { body: { slug: 'front-desk' } },
});

export const provisionWorkspace = defineRoute({
  ...platform,
  operationId: 'provision-workspace',
  method: 'POST',
  path: '/v1/workspaces/:workspace_id/provision',
  summary: 'Sees to it that what a workspace begins with is there; a repeat changes nothing.',
  access: forWorkspace('Workspace.update'),
  request: { params: WorkspacePath },
  answer: { status: 200, content: 'json', schema: z.strictObject({ workspace: Workspace }) },
  errors: ['not_found'],
  perMinute: writesPerMinute,
});
