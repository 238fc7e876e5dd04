import type { IssuedWorkspaceApiKey, WorkspaceApiKey } from '@svc/contracts/identity';
import { permissionsOfRole, workspacePermissionNames, workspaceRoleNames, workspaceRoles } from '@svc/auth';
import { sameNames } from '../../wire/same-names.js';
import { shown } from '../../wire/shown.js';
import { ApiKey, IssuedApiKey } from './api-key-schemas.js';

/** @param message always present, though its type can't say so */
export function fromIssuedKey(message: IssuedWorkspaceApiKey | undefined) {
  if (!message) throw new TypeError('identity answered no key');
  const { creatorCredentialId, ...key } = message;
  return shown(IssuedApiKey, { ...sameNames(key), ...createdBy(creatorCredentialId) });
}

export function fromApiKey({ credentialId, creatorCredentialId, ...key }: WorkspaceApiKey) {
  return shown(ApiKey, { ...sameNames(key), ...createdBy(creatorCredentialId), id: credentialId });
}

function createdBy(credentialId: string | undefined) {
  return { created_by_entity_id: null, created_by_credential_id: credentialId ?? null };
}

/** The table of workspace permissions, as clients see it. */
export const permissionCatalog = {
  roles: workspaceRoleNames.map((name) => ({
    name,
    ...workspaceRoles[name],
    permission_names: [...permissionsOfRole(name)],
  })),
  permissions: workspacePermissionNames.map((name) => {
    const [namespace = '', action = ''] = name.split('.');
    return { name, namespace, action };
  }),
};
