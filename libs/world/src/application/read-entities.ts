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
import { findIdentifiers } from '../projections/identifier-query.js';

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
    const [entity] = await findEntities(this.#reader, tenantId, [id]);
    if (entity === undefined) throw entityNotFound();
    const asked = { tenantId, entityId: id, asOfMs: null };
    const current = await listCurrent(this.#reader, asked, { limit: 500, offset: 0 });
    const state = current.map(({ key, plainValue, sealedValue }) => [
      key,
      (plainValue ?? sealedValue)?.value ?? null,
    ]);
    const [counted] = await this.#withCounts(tenantId, [entity]);
    return { ...(counted ?? entity), state: Object.fromEntries(state) as EntityWithValues['state'] };
  }

  async list({ caller, tenantId }: WorkspaceRequestContext, requested: Omit<RequestedEntities, 'tenantId'>) {
    requireWorkspacePermission(caller, 'Entity.view');
    const { entities, total } = await listEntities(this.#reader, { ...requested, tenantId });
    return { entities: await this.#withCounts(tenantId, entities), total };
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
    const matches = matchesOf([
      ...(entityId === null ? [] : [{ entityId, on: 'entity_id' as const }]),
      ...(canonical
        ? [{ entityId: canonicalEntity(tenantId, canonical.value), on: 'canonical_id' as const }]
        : []),
      ...named.map(({ entityId: id, kind }) => ({ entityId: id, on: matchedOn(kind) })),
    ]);
    const ids = matches.map((match) => match.entityId);
    const entities = await this.#withCounts(tenantId, await findEntities(this.#reader, tenantId, ids));
    return matches
      .flatMap((match) => {
        const entity = entities.find((one) => one.entityId === match.entityId);
        return entity?.entityType === entityType ? [{ ...match, entity }] : [];
      })
      .slice(0, limit);
  }

  /** @param entityType null: of all types */
  async count(
    { caller, tenantId }: WorkspaceRequestContext,
    entityType: string | null,
  ): Promise<readonly TypeCount[]> {
    requireWorkspacePermission(caller, 'Entity.view');
    return countEntityTypes(this.#reader.executor, tenantId, entityType);
  }

  async #withCounts(tenantId: TenantId, entities: readonly ListedEntity[]) {
    const ids = entities.map(({ entityId }) => entityId);
    const counts = await countValues(this.#reader.executor, tenantId, ids);
    return entities.map((entity) => {
      const { values = 0, lastAtMs: lastValueAtMs = 0 } = counts.get(entity.entityId) ?? {};
      return { ...entity, values, lastValueAtMs };
    });
  }
}

function matchedOn(kind: string): MatchedOn {
  return kind.startsWith('external:') ? 'external_id' : (kind as MatchedOn);
}
