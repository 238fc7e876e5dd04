import { Inject, Injectable } from '@nestjs/common';
import { isWorkspaceKeyId } from '@svc/auth';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { workspaceApiKeyNotFound } from '../domain/workspace-api-key/workspace-api-key.js';
import { queryCredentialId } from '../projections/workspace-api-keys-query.js';

@Injectable()
export class KnownWorkspaceApiKeys {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** @returns the credential's id. @throws DomainError `not_found` for an id that is no key of this workspace. */
  async byKeyId(workspaceId: string, keyId: string): Promise<string> {
    const found = isWorkspaceKeyId(keyId)
      ? await queryCredentialId(this.database, workspaceId, keyId)
      : undefined;
    if (found === undefined) throw workspaceApiKeyNotFound();
    return found;
  }
}
