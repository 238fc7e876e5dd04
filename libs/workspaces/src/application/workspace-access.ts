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
  queryWorkspaceKeyAccess,
  queryWorkspaceOwner,
  queryWorkspaceWorks,
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
  /** The people behind the credential. Of a key, those without whom it ends; none if the installer issued it. */
  readonly responsibleUserIds: readonly string[];
  /** Of the workspace. */
  readonly platformAuthoring: boolean;
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
   * A key ends with those who are responsible for it. It has no permissions while one of them could not act in the
   * workspace themselves.
   * @param secretSha256 of the whole key.
   * @throws DomainError `unauthenticated`, always with the same message; `expired_api_key`.
   */
  async ofKey(keyId: string, secretSha256: Uint8Array): Promise<KeyAccess> {
    const row = await queryWorkspaceKeyAccess(this.database, keyId);
    const isSecretRight = equalHashes(secretSha256, row?.secret_sha256 ?? noSecret);
    const isLive = row && isSecretRight ? await this.#isLive(row) : null;
    if (!row || isLive === null)
      throw new DomainError(
        'unauthenticated',
        'There is no such API key. It is wrong, or was rotated or deleted, or its creator was.',
      );
    const nowMs = this.clock.now();
    const expiresAtMs = row.expires_at.getTime();
    if (expiresAtMs <= nowMs)
      throw new DomainError('expired_api_key', 'The API key has expired. Rotate it, or make another one.');
    await this.use.note(row.credential_id, row.last_used_at);
    const { permissions, ...access } = grantedBy(row);
    return { ...access, permissions: isLive ? permissions : [], name: row.name, expiresAtMs };
  }

  /**
   * Access of the user to a workspace of their organization that they may administer, as its owner or otherwise.
   * @throws DomainError `unauthenticated`; `workspace_mismatch`, also when there is no such workspace.
   */
  async ofUser(holder: TokenHolder, workspaceId: string): Promise<GrantedWorkspaceAccess> {
    const signedIn = await this.directory.signedIn(holder);
    if (!signedIn)
      throw new DomainError(
        'unauthenticated',
        'The user or the API key behind this token is gone. Sign in again.',
      );
    const { orgId, userId, apiKeyId: credentialId } = holder;
    const owned = isUuid(workspaceId)
      ? await queryWorkspaceOwner(this.database, { workspaceId, orgId })
      : undefined;
    const may =
      owned !== undefined && (await this.directory.administrators(orgId, owned.owner_user_id, [userId]));
    if (!owned || !may || may.get(userId) !== true)
      throw new DomainError('workspace_mismatch', 'This credential is not one of the workspace in the path.');
    const responsibleUserIds = [...new Set([userId, signedIn.responsibleUserId])];
    const permissions = permissionsOfRole('owner');
    const { platform_authoring: platformAuthoring } = owned;
    return { workspaceId, orgId, credentialId, permissions, responsibleUserIds, platformAuthoring };
  }

  /** Whether there is such a workspace, and it is not archived. */
  async works(workspaceId: string): Promise<boolean> {
    return isUuid(workspaceId) && queryWorkspaceWorks(this.database, workspaceId);
  }

  /** Null: somebody is gone. False: somebody may not act in the workspace at present. */
  async #isLive(row: WorkspaceKeyAccessRow): Promise<boolean | null> {
    const { org_id: orgId, owner_user_id: ownerUserId, responsible_user_ids: responsible } = row;
    if (responsible.length === 0) return true;
    const may = await this.directory.administrators(orgId, ownerUserId, responsible);
    if (may.size < responsible.length) return null;
    return responsible.every((userId) => may.get(userId) === true);
  }
}

function grantedBy(row: WorkspaceKeyAccessRow): GrantedWorkspaceAccess {
  const { workspace_id: workspaceId, org_id: orgId, credential_id: credentialId, role, permissions } = row;
  const held = isWorkspaceRole(role) ? effectivePermissions(role, permissions) : [];
  return {
    workspaceId,
    orgId,
    credentialId,
    permissions: held,
    responsibleUserIds: row.responsible_user_ids,
    platformAuthoring: row.platform_authoring,
  };
}
