import { Inject, Injectable } from '@nestjs/common';
import {
  effectivePermissions,
  equalHashes,
  isWorkspaceRole,
  permissionsOfRole,
  type WorkspacePermission,
} from '@svc/auth';
import { DomainError } from '@svc/errors';
import { isUuid, type Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import {
  isOwnerOfWorkspace,
  queryWorkspaceKeyAccess,
  type WorkspaceKeyAccessRow,
} from '../projections/workspace-access-query.js';
import { CredentialUse } from './credential-use.js';
import { OrganizationDirectory, type TokenHolder } from './organization-directory.js';

/** The permissions of a credential in a workspace. */
export interface GrantedWorkspaceAccess {
  readonly workspaceId: string;
  readonly orgId: string;
  readonly credentialId: string;
  readonly permissions: readonly WorkspacePermission[];
}

export interface KeyAccess extends GrantedWorkspaceAccess {
  readonly name: string | null;
  readonly expiresAtMs: number;
}

/** Compared with when there is no such key, so that the response takes as long. */
const noSecret = Buffer.alloc(32);

@Injectable()
export class WorkspaceAccess {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly directory: OrganizationDirectory,
    private readonly use: CredentialUse,
  ) {}

  /**
   * @param secretSha256 of the whole key.
   * @throws DomainError `unauthenticated`, always with the same message; `expired_api_key`.
   */
  async ofKey(keyId: string, secretSha256: Uint8Array): Promise<KeyAccess> {
    const row = await queryWorkspaceKeyAccess(this.database, keyId);
    const isSecretRight = equalHashes(secretSha256, row?.secret_sha256 ?? noSecret);
    if (!row || !isSecretRight)
      throw new DomainError(
        'unauthenticated',
        'There is no such API key. It is wrong, or was rotated or deleted.',
      );
    const nowMs = this.clock.now();
    const expiresAtMs = row.expires_at.getTime();
    if (expiresAtMs <= nowMs)
      throw new DomainError('expired_api_key', 'The API key has expired. Rotate it, or make another one.');
    await this.use.note(row.credential_id, row.last_used_at);
    return { ...grantedBy(row), name: row.name, expiresAtMs };
  }

  /**
   * Access of the user to a workspace of their organization that they own.
   * @throws DomainError `unauthenticated`; `workspace_mismatch`, also when there is no such workspace.
   */
  async ofUser(holder: TokenHolder, workspaceId: string): Promise<GrantedWorkspaceAccess> {
    if (!(await this.directory.isSignedIn(holder)))
      throw new DomainError(
        'unauthenticated',
        'The user or the API key behind this token is gone. Sign in again.',
      );
    const { orgId, userId, apiKeyId: credentialId } = holder;
    if (!isUuid(workspaceId) || !(await isOwnerOfWorkspace(this.database, { workspaceId, orgId, userId })))
      throw new DomainError('workspace_mismatch', 'This credential is not one of the workspace in the path.');
    return { workspaceId, orgId, credentialId, permissions: permissionsOfRole('owner') };
  }
}

function grantedBy(row: WorkspaceKeyAccessRow): GrantedWorkspaceAccess {
  const { workspace_id: workspaceId, org_id: orgId, credential_id: credentialId, role, permissions } = row;
  const held = isWorkspaceRole(role) ? effectivePermissions(role, permissions) : [];
  return { workspaceId, orgId, credentialId, permissions: held };
}
