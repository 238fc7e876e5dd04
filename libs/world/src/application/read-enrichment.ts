import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import type { PooledDatabase } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import type { KeyRing } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { entityNotFound } from '../domain/entity/entity.js';
import {
  listCurrent,
  listEntries,
  type CurrentEnrichment,
  type EnrichmentEntry,
  type ValuesOfEntity,
} from '../projections/enrichment-query.js';
import { findEntities, type EntityReader } from '../projections/entity-query.js';

type AskedEntity = Omit<ValuesOfEntity, 'tenantId'>;

/** Both throw DomainError `permission_denied`, `not_found` (no such entity), `service_unavailable` (no key now). */
@Injectable()
export class ReadEnrichment {
  readonly #reader: EntityReader;

  constructor(@Inject(DATABASE) database: PooledDatabase, @Inject(SUBJECT_KEYS) keys: KeyRing) {
    this.#reader = { executor: database, keys };
  }

  /** The values that count, in the order of their keys. */
  async current(
    context: WorkspaceRequestContext,
    asked: AskedEntity,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<readonly CurrentEnrichment[]> {
    const values = await listCurrent(this.#reader, { ...asked, tenantId: this.#judge(context) }, page);
    if (values.length === 0) await this.#requireEntity(context, asked.entityId);
    return values;
  }

  /** All values of a key, the newest first, and how many there are. */
  async history(
    context: WorkspaceRequestContext,
    asked: AskedEntity,
    page: { readonly key: string; readonly limit: number },
  ): Promise<{ readonly entries: readonly EnrichmentEntry[]; readonly total: number }> {
    const found = await listEntries(this.#reader, { ...asked, tenantId: this.#judge(context) }, page);
    if (found.total === 0) await this.#requireEntity(context, asked.entityId);
    return found;
  }

  #judge({ caller, tenantId }: WorkspaceRequestContext) {
    requireWorkspacePermission(caller, 'Entity.view');
    return tenantId;
  }

  async #requireEntity({ tenantId }: WorkspaceRequestContext, entityId: string): Promise<void> {
    const [entity] = await findEntities(this.#reader, tenantId, [entityId]);
    if (entity === undefined) throw entityNotFound();
  }
}
