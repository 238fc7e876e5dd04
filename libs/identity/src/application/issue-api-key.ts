import { Inject, Injectable } from '@nestjs/common';
import { formatApiKey, hashApiKey } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { CommandTarget } from '@svc/event-store';
import type { IdGenerator } from '@svc/kernel';
import { IDS } from '@svc/service-host';
import { limits } from '../domain/limits.js';
import { IDENTITY_OPTIONS, type IdentityOptions } from '../identity-options.js';
import { isApiKeyLimitReached } from '../projections/api-key-rows.js';
import { ApiKeys } from './api-keys.js';

export interface NewApiKey {
  readonly creatorUserId: string;
  /** The person behind the creator. Null: the creator. */
  readonly responsibleUserId: string | null;
  readonly issuedByInstaller: boolean;
  readonly name: string | null;
  /** ISO 8601, 1 to 90 days. */
  readonly duration: string;
  /** Null: as the duration says; otherwise no later than this. */
  readonly endsByMs: number | null;
  /** The ceiling for users that the key may sign in. */
  readonly roleId: string;
}

/** Of a key that the installer issues. */
export const ofInstaller = { responsibleUserId: null, issuedByInstaller: true, endsByMs: null } as const;

export interface IssuedApiKey {
  readonly apiKeyId: string;
  /** Returned once; only its hash is stored. */
  readonly apiKey: string;
  readonly expiresAtMs: number;
}

const secretBytes = 32;

/** Issues a key without a permission check. */
@Injectable()
export class IssueApiKey {
  constructor(
    private readonly apiKeys: ApiKeys,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(IDENTITY_OPTIONS) private readonly options: IdentityOptions,
  ) {}

  /** @throws DomainError `limit_reached` (20 keys), `validation_failed` (duration, name). */
  async execute(target: Omit<CommandTarget, 'id'>, key: NewApiKey): Promise<IssuedApiKey> {
    const apiKey = formatApiKey(this.options.random(secretBytes));
    // A UUID, also in organizations: clients know keys by such ids.
    const apiKeyId = this.ids.uuid();
    const recordId = this.ids.resourceId(target.tenantId);
    const secretSha256 = hashApiKey(apiKey);
    const { state } = await this.apiKeys
      .create({ ...target, id: apiKeyId }, { type: 'CreateApiKey', apiKeyId, recordId, ...key, secretSha256 })
      .catch((error: unknown) => {
        if (!isApiKeyLimitReached(error)) throw error;
        throw new DomainError(
          'limit_reached',
          `The organization holds ${limits.apiKeysOfOrganization} API keys, which is the limit. Delete one first.`,
        );
      });
    return { apiKeyId, apiKey, expiresAtMs: state?.expiresAtMs ?? 0 };
  }
}
