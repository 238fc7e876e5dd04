import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { IdGenerator } from '@svc/kernel';
import { isUniqueViolation } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { IDS } from '@svc/service-host';
import type { ExistingEnrichmentKey } from '../domain/enrichment-key/enrichment-key.js';
import type {
  EnrichmentKeyIdentity,
  EnrichmentKeySettings,
} from '../domain/enrichment-key/enrichment-key-fields.js';
import { enrichmentKeyNameKey } from '../projections/enrichment-key-rows.js';
import { EnrichmentKeys } from './enrichment-keys.js';

/** Creates, changes and deletes keys of enrichment values. All throw DomainError `permission_denied`. */
@Injectable()
export class ChangeEnrichmentKeys {
  constructor(
    private readonly enrichmentKeys: EnrichmentKeys,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /** @throws DomainError `validation_failed`, `invalid_request`; `conflict` where the entity type has a key of that name */
  async create(
    { caller, tenantId, metadata }: WorkspaceRequestContext,
    key: EnrichmentKeyIdentity & EnrichmentKeySettings,
  ): Promise<ExistingEnrichmentKey> {
    requireWorkspacePermission(caller, 'EnrichmentKey.create');
    const enrichmentKeyId = this.ids.resourceId(tenantId);
    const command = { type: 'CreateEnrichmentKey', enrichmentKeyId, ...key } as const;
    const { state } = await this.enrichmentKeys
      .create({ tenantId, id: enrichmentKeyId, metadata }, command)
      .catch((cause: unknown) => {
        if (!isUniqueViolation(cause, enrichmentKeyNameKey)) throw cause;
        const words = `There is already a key ${key.key} of the entity type ${key.entityType}.`;
        throw new DomainError('conflict', words, { cause });
      });
    return existing(state);
  }

  /** What `changes` leaves out stays. @throws DomainError `not_found`, `validation_failed`, `invalid_request` */
  async change(
    { caller, tenantId, metadata }: WorkspaceRequestContext,
    id: string,
    changes: Partial<EnrichmentKeySettings>,
  ): Promise<ExistingEnrichmentKey> {
    requireWorkspacePermission(caller, 'EnrichmentKey.update');
    const command = { type: 'ChangeEnrichmentKey', changes } as const;
    const { state } = await this.enrichmentKeys.change({ tenantId, id, metadata }, () => command);
    return existing(state);
  }

  /** Its values stay readable. @throws DomainError `not_found` */
  async delete({ caller, tenantId, metadata }: WorkspaceRequestContext, id: string): Promise<void> {
    requireWorkspacePermission(caller, 'EnrichmentKey.delete');
    await this.enrichmentKeys.change({ tenantId, id, metadata }, () => ({ type: 'DeleteEnrichmentKey' }));
  }
}

function existing(state: ExistingEnrichmentKey | null): ExistingEnrichmentKey {
  if (state === null) throw new DomainError('not_found', 'There is no enrichment key with this id.');
  return state;
}
