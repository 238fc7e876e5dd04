import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import type { PooledDatabase } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import type { KeyRing } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { winners } from '../domain/enrichment/merged-values.js';
import { entityNotFound } from '../domain/entity/entity.js';
import {
  listCurrent,
  listEntries,
  type CurrentEnrichment,
  type EnrichmentEntry,
  type ValuesOfEntity,
} from '../projections/enrichment-query.js';
import type { EntityReader } from '../projections/entity-query.js';
import { findMerged } from '../projections/merged-query.js';

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
    const ids = await this.#idsOf(context, asked.entityId);
    const of = (entityId: string, part: typeof page) =>
      listCurrent(this.#reader, { ...asked, entityId, tenantId: context.tenantId }, part);
    const [only, ...more] = ids;
    if (only !== undefined && more.length === 0) return of(only, page);
    // Of all that are one, which are few.
    const all = await Promise.all(ids.map((id) => of(id, { limit: 1_000, offset: 0 })));
    return winners(all.flat()).slice(page.offset, page.offset + page.limit);
  }

  /** All values of a key, the newest first, and how many there are. */
  async history(
    context: WorkspaceRequestContext,
    asked: AskedEntity,
    page: { readonly key: string; readonly limit: number },
  ): Promise<{ readonly entries: readonly EnrichmentEntry[]; readonly total: number }> {
    const ids = await this.#idsOf(context, asked.entityId);
    const of = (entityId: string) =>
      listEntries(this.#reader, { ...asked, entityId, tenantId: context.tenantId }, page);
    const [only, ...more] = ids;
    if (only !== undefined && more.length === 0) return of(only);
    const all = await Promise.all(ids.map(of));
    const entries = all
      .flatMap((one) => one.entries)
      .toSorted(newestFirst)
      .slice(0, page.limit);
    const total = all.reduce((sum, one) => sum + one.total, 0);
    const counting = (await this.current(context, asked, { limit: 1_000, offset: 0 })).find(
      ({ key }) => key === page.key,
    );
    return {
      entries: entries.map((entry) => ({ ...entry, isCurrent: entry.eventId === counting?.eventId })),
      total,
    };
  }

  /** Of all that are one with it. */
  async #idsOf({ caller, tenantId }: WorkspaceRequestContext, entityId: string): Promise<readonly string[]> {
    requireWorkspacePermission(caller, 'Entity.view');
    const merged = await findMerged(this.#reader.executor, tenantId, [entityId]);
    if (merged.length === 0) throw entityNotFound();
    return merged.map((one) => one.entityId);
  }
}

const newestFirst = (one: EnrichmentEntry, other: EnrichmentEntry) =>
  other.recordedAtMs - one.recordedAtMs || (one.eventId < other.eventId ? 1 : -1);
