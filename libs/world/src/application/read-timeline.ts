import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import type { PooledDatabase } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import type { KeyRing } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { winners } from '../domain/enrichment/merged-values.js';
import { entityNotFound } from '../domain/entity/entity.js';
import { listCurrent } from '../projections/enrichment-query.js';
import type { EntityReader } from '../projections/entity-query.js';
import { findMerged } from '../projections/merged-query.js';
import {
  findValues,
  listTimeline,
  type Happening,
  type RequestedTimeline,
  type TimelineValue,
} from '../projections/timeline-query.js';

export interface TimelineEntry extends Happening {
  /** Of what is no value: null. */
  readonly value: (TimelineValue & { readonly isCurrent: boolean }) | null;
}

/** What happened to an entity, and to all that are one with it. */
@Injectable()
export class ReadTimeline {
  readonly #reader: EntityReader;

  constructor(@Inject(DATABASE) database: PooledDatabase, @Inject(SUBJECT_KEYS) keys: KeyRing) {
    this.#reader = { executor: database, keys };
  }

  /** The newest first. @throws DomainError `permission_denied`, `not_found`, `service_unavailable` when keys are unavailable */
  async list(
    { caller, tenantId }: WorkspaceRequestContext,
    entityId: string,
    page: Pick<RequestedTimeline, 'domain' | 'limit' | 'offset'>,
  ): Promise<{ readonly entries: readonly TimelineEntry[]; readonly total: number }> {
    requireWorkspacePermission(caller, 'Entity.view');
    const merged = await findMerged(this.#reader.executor, tenantId, [entityId]);
    if (merged.length === 0) throw entityNotFound();
    const entityIds = merged.map((one) => one.entityId);
    const { happenings, total } = await listTimeline(this.#reader, { tenantId, entityIds, ...page });
    const eventIds = happenings.flatMap(({ domain, id }) => (domain === 'enrichment' ? [id] : []));
    const values = eventIds.length === 0 ? [] : await findValues(this.#reader, tenantId, entityIds, eventIds);
    const counting = eventIds.length === 0 ? new Set() : await this.#counting(tenantId, entityIds);
    return {
      entries: happenings.map((one) => {
        const value = one.domain === 'enrichment' && values.find(({ eventId }) => eventId === one.id);
        return { ...one, value: value ? { ...value, isCurrent: counting.has(value.eventId) } : null };
      }),
      total,
    };
  }

  async #counting(tenantId: RequestedTimeline['tenantId'], entityIds: readonly string[]) {
    const all = entityIds.map((entityId) =>
      listCurrent(this.#reader, { tenantId, entityId, asOfMs: null }, { limit: 1_000, offset: 0 }),
    );
    return new Set(winners((await Promise.all(all)).flat()).map(({ eventId }) => eventId));
  }
}
