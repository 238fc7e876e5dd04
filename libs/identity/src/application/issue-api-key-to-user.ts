import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import type { CommandTarget } from '@svc/event-store';
import { organizationTenant, type Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { Installer } from '@svc/rpc';
import { CLOCK, DATABASE } from '@svc/service-host';
import { forgetUse } from '@svc/workspaces';
import { userNotFound } from '../domain/user/user.js';
import { queryAccess } from '../projections/access-query.js';
import { queryDeadApiKeys } from '../projections/dead-api-keys-query.js';
import { ApiKeys } from './api-keys.js';
import { IssueApiKey, ofInstaller, type IssuedApiKey, type NewApiKey } from './issue-api-key.js';
import { organizationNotFound } from './organization-not-found.js';

export interface UserApiKeyRequest extends Pick<NewApiKey, 'creatorUserId' | 'name' | 'duration'> {
  readonly orgId: string;
}

/**
 * A key that the installer issues for a user; the user's own role is its ceiling. When the organization is at its
 * limit, dead keys make room: otherwise nobody could sign in to delete them.
 */
@Injectable()
export class IssueApiKeyToUser {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly apiKeys: ApiKeys,
    private readonly issueApiKey: IssueApiKey,
  ) {}

  /** @throws DomainError `organization_not_found`, `not_found`, `limit_reached`, `validation_failed`. */
  async execute({ metadata }: Installer, { orgId, ...request }: UserApiKeyRequest): Promise<IssuedApiKey> {
    const row = await queryAccess(this.database, { orgId, userId: request.creatorUserId, apiKeyId: '' });
    if (!row) throw organizationNotFound(orgId);
    if (row.user_role_id === null) throw userNotFound();
    const key = { ...request, ...ofInstaller, roleId: row.user_role_id };
    const target = { tenantId: organizationTenant(orgId), metadata };
    try {
      return await this.issueApiKey.execute(target, key);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'limit_reached')) throw error;
      await this.#deleteDeadKeys(target, orgId);
      return this.issueApiKey.execute(target, key);
    }
  }

  async #deleteDeadKeys(target: Omit<CommandTarget, 'id'>, orgId: string): Promise<void> {
    for (const id of await queryDeadApiKeys(this.database, orgId, this.clock.now()))
      await this.apiKeys.change({ ...target, id }, () => ({
        commands: [{ type: 'DeleteApiKey' }],
        alongside: [forgetUse(id)],
      }));
  }
}
