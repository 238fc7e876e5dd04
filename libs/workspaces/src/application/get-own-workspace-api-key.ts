import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { CLOCK, DATABASE } from '@svc/service-host';
import { workspaceApiKeyNotFound } from '../domain/workspace-api-key/workspace-api-key.js';
import { queryWorkspaceApiKey } from '../projections/workspace-api-keys-query.js';

export interface OwnWorkspaceApiKey {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly name: string | null;
  readonly expiresAtMs: number;
  /** From now. */
  readonly expiresInMs: number;
}

@Injectable()
export class GetOwnWorkspaceApiKey {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError `not_found` when the caller is no workspace key. */
  async execute({ caller }: WorkspaceRequestContext): Promise<OwnWorkspaceApiKey> {
    const key = await queryWorkspaceApiKey(this.database, caller);
    if (!key) throw workspaceApiKeyNotFound();
    const { workspaceId, keyId, name, expiresAtMs } = key;
    return { workspaceId, keyId, name, expiresAtMs, expiresInMs: expiresAtMs - this.clock.now() };
  }
}
