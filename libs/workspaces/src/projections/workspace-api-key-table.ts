import { column, defineTable, instant, unlisted } from '@svc/event-store';
import type {
  LivingWorkspaceApiKey,
  RevokedWorkspaceApiKey,
} from '../domain/workspace-api-key/workspace-api-key.js';

type WorkspaceApiKeyRow = LivingWorkspaceApiKey & { readonly workspaceId: string };

const owner = { tenant: 'workspace_id', tenantPrefix: 'ws:', id: 'credential_id' };

/** A deleted key has no row. */
export const workspaceApiKeyTable = defineTable<WorkspaceApiKeyRow>()('identity.workspace_api_key', {
  owner,
  key: { workspaceId: column((row) => row.workspaceId), credentialId: column((row) => row.credentialId) },
  fixed: {
    keyId: column((row) => row.keyId),
    name: column((row) => row.name),
    role: column((row) => row.role),
    permissions: column((row) => row.permissions),
    creatorUserId: unlisted(column((row) => row.creatorUserId)),
    creatorCredentialId: column((row) => row.creatorCredentialId),
    createdAtMs: instant((row) => row.createdAtMs),
  },
  columns: {
    responsibleUserIds: unlisted(column((row) => row.responsibleUserIds)),
    expiresAtMs: instant((row) => row.expiresAtMs),
    updatedAtMs: instant((row) => row.updatedAtMs),
  },
});

type RevokedWorkspaceApiKeyRow = RevokedWorkspaceApiKey & { readonly workspaceId: string };

/** What stays of a deleted key. */
export const revokedWorkspaceApiKeyTable = defineTable<RevokedWorkspaceApiKeyRow>()(
  'identity.revoked_workspace_api_key',
  {
    owner,
    key: { workspaceId: column((row) => row.workspaceId), credentialId: column((row) => row.credentialId) },
    columns: {
      keyId: column((row) => row.keyId),
      name: column((row) => row.name),
      role: column((row) => row.role),
      permissions: column((row) => row.permissions),
      creatorUserId: column((row) => row.creatorUserId),
      creatorCredentialId: column((row) => row.creatorCredentialId),
      expiresAtMs: instant((row) => row.expiresAtMs),
      createdAtMs: instant((row) => row.createdAtMs),
      revokedAtMs: instant((row) => row.revokedAtMs),
    },
  },
);

interface WorkspaceApiKeySecretRow {
  readonly workspaceId: string;
  readonly credentialId: string;
  readonly secretSha256: Uint8Array;
}

/** Apart from the key, so that lists never touch it. */
export const workspaceApiKeySecretTable = defineTable<WorkspaceApiKeySecretRow>()(
  'identity.workspace_api_key_secret',
  {
    owner,
    key: { workspaceId: column((row) => row.workspaceId), credentialId: column((row) => row.credentialId) },
    columns: {
      // As Postgres writes bytea.
      secretSha256: unlisted(column((row) => `\\x${Buffer.from(row.secretSha256).toString('hex')}`)),
    },
  },
);
