import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { JsonValue, TenantId } from '@svc/kernel';
import type { PooledDatabase } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import type { KeyRing } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { entityNotFound } from '../domain/entity/entity.js';
import { canonicalEntity } from '../domain/entity/canonical-entity.js';
import { winners } from '../domain/enrichment/merged-values.js';
import { matchesOf, type EntityMatch, type MatchedOn } from '../domain/entity/entity-match.js';
import {
  countEntityTypes,
  findEntities,
  listEntities,
  type EntityReader,
  type ListedEntity,
  type RequestedEntities,
  type TypeCount,
} from '../projections/entity-query.js';
import { countValues, listCurrent } from '../projections/enrichment-query.js';
import type { Identifier } from '../projections/entity-table.js';
import { findAlike, type Equal } from '../projections/equals-query.js';
import { findIdentifiers } from '../projections/identifier-query.js';
import { findWhole, type WholeEntity } from './merged-entities.js';

export interface EntityWithValues extends ListedEntity {
  /** How many were written. */
  readonly values?: number;
  readonly lastValueAtMs?: number;
  /** Those that count, by their keys. */
  readonly state: Readonly<Record<string, JsonValue>>;
}

export interface ResolvedEntity extends EntityMatch {
  readonly entity: ListedEntity;
}

/** All throw DomainError `permission_denied`, and `service_unavailable` when keys are unavailable. */
@Injectable()
export class ReadEntities {
  readonly #reader: EntityReader;

  constructor(@Inject(DATABASE) database: PooledDatabase, @Inject(SUBJECT_KEYS) keys: KeyRing) {
    this.#reader = { executor: database, keys };
  }

  /** With its values. @throws DomainError `not_found` */
  async get({ caller, tenantId }: WorkspaceRequestContext, id: string): Promise<EntityWithValues> {
    requireWorkspacePermission(caller, 'Entity.view');
    const [entity] = await findWhole(this.#reader, tenantId, [id]);
    if (entity === undefined) throw entityNotFound();
    const all = entity.entityIds.map((entityId) =>
      listCurrent(this.#reader, { tenantId, entityId, asOfMs: null }, { limit: 500, offset: 0 }),
    );
    const state = winners((await Promise.all(all)).flat()).map(({ key, plainValue, sealedValue }) => [
      key,
      (plainValue ?? sealedValue)?.value ?? null,
    ]);
    const [counted] = await this.#withCounts(tenantId, [entity]);
    return { ...(counted ?? entity), state: Object.fromEntries(state) as EntityWithValues['state'] };
  }

  /** For who has just changed it, whether they may read it or not. @throws DomainError `not_found` */
  async whole({ tenantId }: WorkspaceRequestContext, id: string): Promise<WholeEntity> {
    const [entity] = await findWhole(this.#reader, tenantId, [id]);
    if (entity === undefined) throw entityNotFound();
    return entity;
  }

  /** The entities that are one with it, and at most 50 that may be. @throws DomainError `not_found` */
  async merged(context: WorkspaceRequestContext, id: string) {
    requireWorkspacePermission(context.caller, 'Entity.view');
    const { tenantId } = context;
    const entity = await this.whole(context, id);
    const { executor } = this.#reader;
    const parts = await findEntities(this.#reader, tenantId, entity.entityIds);
    const alike = await findAlike(executor, tenantId, entity.entityIds, entity.entityType);
    return { entity, parts, candidates: (await this.#matches(tenantId, alike)).slice(0, 50) };
  }

  async list({ caller, tenantId }: WorkspaceRequestContext, requested: Omit<RequestedEntities, 'tenantId'>) {
    requireWorkspacePermission(caller, 'Entity.view');
    const { entities, total } = await listEntities(this.#reader, { ...requested, tenantId });
    const ids = entities.map(({ entityId }) => entityId);
    const whole = await findWhole(this.#reader, tenantId, ids);
    const listed = entities.flatMap(({ entityId, relevance }) => {
      const found = whole.find((one) => one.entityId === entityId);
      return found ? { ...found, relevance } : [];
    });
    return { entities: await this.#withCounts(tenantId, listed), total };
  }

  /** Who it may be, the surest first. @throws DomainError `invalid_request` for nothing to go by */
  async resolve(
    { caller, tenantId }: WorkspaceRequestContext,
    entityType: string,
    {
      entityId,
      identifiers,
      limit,
    }: {
      readonly entityId: string | null;
      readonly identifiers: readonly Identifier[];
      readonly limit: number;
    },
  ): Promise<readonly ResolvedEntity[]> {
    requireWorkspacePermission(caller, 'Entity.view');
    if (entityId === null && identifiers.length === 0)
      throw new DomainError(
        'invalid_request',
        'Name at least one of entity_id, canonical_id, external_id, phone and email.',
      );
    const canonical = identifiers.find(({ kind }) => kind === 'canonical_id');
    const named = await findIdentifiers(this.#reader.executor, tenantId, entityType, identifiers);
    const found = [
      ...(entityId === null ? [] : [{ entityId, on: 'entity_id' as const }]),
      ...(canonical
        ? [{ entityId: canonicalEntity(tenantId, canonical.value), on: 'canonical_id' as const }]
        : []),
      ...named.map(({ entityId: id, kind }) => ({ entityId: id, on: matchedOn(kind) })),
    ];
    return (await this.#matches(tenantId, found))
      .filter(({ entity }) => entity.entityType === entityType)
      .slice(0, limit);
  }

  async #matches(tenantId: TenantId, found: readonly Equal[]): Promise<readonly ResolvedEntity[]> {
    const ids = found.map((one) => one.entityId);
    const whole = await findWhole(this.#reader, tenantId, ids);
    const matches = matchesOf(
      found.map(({ entityId: id, on }) => {
        const standing = whole.find(({ entityIds }) => entityIds.includes(id));
        return { entityId: standing?.entityId ?? id, on };
      }),
    );
    const entities = await this.#withCounts(tenantId, whole);
    return matches.flatMap((match) => {
      const entity = entities.find((one) => one.entityId === match.entityId);
      return entity ? [{ ...match, entity }] : [];
    });
  }

  /** @param entityType null: of all types */
  async count(
    { caller, tenantId }: WorkspaceRequestContext,
    entityType: string | null,
  ): Promise<readonly TypeCount[]> {
    requireWorkspacePermission(caller, 'Entity.view');
    return countEntityTypes(this.#reader.executor, tenantId, entityType);
  }

  async #withCounts(tenantId: TenantId, entities: readonly WholeEntity[]) {
    const ids = entities.flatMap(({ entityIds }) => entityIds);
    const counts = await countValues(this.#reader.executor, tenantId, ids);
    return entities.map((entity) => {
      const counted = entity.entityIds.flatMap((id) => counts.get(id) ?? []);
      const values = counted.reduce((sum, one) => sum + one.values, 0);
      return { ...entity, values, lastValueAtMs: Math.max(0, ...counted.map(({ lastAtMs }) => lastAtMs)) };
    });
  }
}

function matchedOn(kind: string): MatchedOn {
  return kind.startsWith('external:') ? 'external_id' : (kind as MatchedOn);
}
