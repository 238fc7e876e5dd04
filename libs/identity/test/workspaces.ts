import { workspacePermissionNames, type WorkspacePermission } from '@svc/auth';
import type { Caller, WorkspaceCaller } from '@svc/contracts/common';
import type {
  CreateWorkspaceApiKeyRequest,
  CreateWorkspaceRequest,
  IssuedWorkspaceApiKey,
  Workspace,
} from '@svc/contracts/identity';
import type { Demo } from './demo.js';
import type { IdentityProcess } from './identity-process.js';

let workspaces = 0;

export function newWorkspace(
  caller: Caller,
  changes: Partial<CreateWorkspaceRequest> = {},
): CreateWorkspaceRequest {
  workspaces += 1;
  return { caller, slug: `desk-${workspaces}`, name: 'Front desk', environment: 'staging', ...changes };
}

export async function createdWorkspace(
  { identity }: Pick<IdentityProcess, 'identity'>,
  request: CreateWorkspaceRequest,
): Promise<Workspace> {
  const { workspace } = await identity.createWorkspace(request);
  if (!workspace) throw new Error('There is no workspace in the answer.');
  return workspace;
}

/** The owner of a workspace, as the gateway names them there; with fewer permissions if these are given. */
export function inWorkspace(
  { workspaceId, orgId }: Workspace,
  { userId }: Caller,
  permissions: readonly WorkspacePermission[] = workspacePermissionNames,
): WorkspaceCaller {
  const credentialId = '0c2e28ba-2fa1-4d2e-883f-0016d3cca427';
  const responsible = { userId, responsibleUserIds: [userId] };
  return {
    tenantId: `ws:${workspaceId}`,
    orgId,
    credentialId,
    ...responsible,
    permissions: [...permissions],
  };
}

export function newWorkspaceKey(
  caller: WorkspaceCaller,
  changes: Partial<CreateWorkspaceApiKeyRequest> = {},
): CreateWorkspaceApiKeyRequest {
  return { caller, durationDays: 30, role: 'member', permissions: [], ...changes };
}

export async function issuedKey(
  { identity }: Pick<IdentityProcess, 'identity'>,
  request: CreateWorkspaceApiKeyRequest,
): Promise<IssuedWorkspaceApiKey> {
  const { apiKey } = await identity.createWorkspaceApiKey(request);
  if (!apiKey) throw new Error('There is no key in the answer.');
  return apiKey;
}

/** Creates every type of event of workspaces. */
export async function liveInWorkspaces(demo: Demo): Promise<void> {
  const { identity, admin, owner } = demo;
  const caller = inWorkspace(await createdWorkspace(demo, newWorkspace(owner)), owner);
  await identity.updateWorkspace({ caller, name: 'Desk', platformAuthoring: true });
  await identity.provisionWorkspace({ caller });
  await identity.setTestCallers({
    caller,
    list: { $case: 'numbers', value: { values: ['+15551234567'] } },
  });
  await identity.setTestCallers({
    caller,
    list: { $case: 'credentialIds', value: { values: [caller.credentialId] } },
  });
  const key = newWorkspaceKey(caller);
  await identity.createWorkspaceApiKey(key);
  const ended = await issuedKey(demo, key);
  await identity.rotateWorkspaceApiKey({ caller, keyId: ended.keyId, durationDays: 1 });
  await identity.rotateWorkspaceApiKey({ caller, keyId: ended.keyId, durationDays: 2 });
  await identity.deleteWorkspaceApiKey({ caller, keyId: ended.keyId });
  await identity.rotateWorkspaceApiKey({
    caller,
    keyId: (await issuedKey(demo, key)).keyId,
    durationDays: 3,
  });
  const handedOver = await createdWorkspace(demo, newWorkspace(owner));
  await admin.administerWorkspace({
    workspaceId: handedOver.workspaceId,
    change: {
      $case: 'ownerUserId',
      value: (await demo.addUser({ roleName: 'DefaultAdministratorRole' })).userId,
    },
  });
  const archived = await createdWorkspace(demo, newWorkspace(owner));
  await identity.archiveWorkspace({ caller: inWorkspace(archived, owner), slug: archived.slug });
}
