import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import { DomainError } from '@svc/errors';
import type { EventMetadata, TenantId } from '@svc/kernel';
import type { Database, Tx } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import { entityNotFound, existingEntity, type ExistingEntity } from '../domain/entity/entity.js';
import { findMerged } from '../projections/merged-query.js';
import { Entities } from './entities.js';

/** What is no person, place or thing, but happened once. */
const happenings: ReadonlySet<string> = new Set(['conversation', 'call']);

interface Target {
  readonly tenantId: TenantId;
  readonly metadata: EventMetadata;
}

/** Makes entities one, and undoes it. One merge of a workspace at a time, so that they form no circle. */
@Injectable()
export class MergeEntities {
  constructor(
    private readonly entities: Entities,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** Can be repeated. @throws DomainError `permission_denied`, `not_found`, `invalid_request` */
  async merge(
    { caller, tenantId, metadata }: WorkspaceRequestContext,
    { entityId, mergedEntityId }: { readonly entityId: string; readonly mergedEntityId: string },
  ): Promise<void> {
    requireWorkspacePermission(caller, 'Entity.update');
    if (entityId === mergedEntityId)
      throw new DomainError('invalid_request', 'An entity can not be merged with itself.');
    await this.#inTurn(tenantId, async (tx) => {
      const [standing, gone] = await this.#roots(tx, tenantId, [entityId, mergedEntityId]);
      if (standing.entityId === gone.entityId) return;
      if (!canBeOne(standing, gone))
        throw new DomainError(
          'invalid_request',
          'Only two people, places or things of one type can be merged.',
        );
      await this.#join({ tenantId, metadata }, tx, standing, gone, []);
    });
  }

  /** By themselves: the one that was known first stands for both. Nothing happens to those whose merge somebody undid. */
  async mergeEqual(
    target: Target,
    [one, other]: readonly [string, string],
    mergedOn: readonly string[],
  ): Promise<void> {
    const { tenantId } = target;
    await this.#inTurn(tenantId, async (tx) => {
      const found = await this.#roots(tx, tenantId, [one, other]).catch(orNull);
      if (found === null) return;
      const [gone, standing] = found.toSorted(laterFirst) as [ExistingEntity, ExistingEntity];
      const areApart =
        gone.apartFrom.includes(standing.entityId) || standing.apartFrom.includes(gone.entityId);
      // What it went up in may be gone: only somebody undoes that.
      const isBound = gone.mergedInto !== null;
      if (areApart || isBound || standing.entityId === gone.entityId || !canBeOne(standing, gone)) return;
      await this.#join(target, tx, standing, gone, mergedOn);
    });
  }

  /** @throws DomainError `permission_denied`, `not_found`, `conflict` (it went up in none) */
  async undo({ caller, tenantId, metadata }: WorkspaceRequestContext, id: string): Promise<void> {
    requireWorkspacePermission(caller, 'Entity.update');
    await this.entities.change({ tenantId, id, metadata }, () => ({ type: 'UnmergeEntity' }));
  }

  async #join(
    target: Target,
    tx: Tx,
    { entityId: intoEntityId }: ExistingEntity,
    { entityId: id }: ExistingEntity,
    mergedOn: readonly string[],
  ): Promise<void> {
    await this.entities.change({ ...target, id, tx }, () => ({
      type: 'MergeEntity',
      intoEntityId,
      mergedOn,
    }));
  }

  /** Those that stand for them. @throws DomainError `not_found` */
  async #roots(
    tx: Tx,
    tenantId: TenantId,
    [one, other]: readonly [string, string],
  ): Promise<readonly [ExistingEntity, ExistingEntity]> {
    const merged = await findMerged(tx, tenantId, [one, other]);
    const rootOf = async (id: string) => {
      const rootId = merged.find(({ entityId }) => entityId === id)?.rootId;
      if (rootId === undefined) throw entityNotFound();
      return existingEntity((await this.entities.load(tenantId, rootId, tx)).state);
    };
    return [await rootOf(one), await rootOf(other)];
  }

  #inTurn(tenantId: TenantId, work: (tx: Tx) => Promise<void>): Promise<void> {
    return this.database.transaction(async (tx) => {
      await tx.query({
        name: 'world.merge_in_turn',
        text: `SELECT pg_advisory_xact_lock(hashtextextended('world.merge ' || $1, 0))`,
        values: [tenantId],
      });
      await work(tx);
    });
  }
}

const canBeOne = (one: ExistingEntity, other: ExistingEntity) =>
  one.entityType === other.entityType && !happenings.has(one.entityType);

const laterFirst = (one: ExistingEntity, other: ExistingEntity) =>
  other.createdAtMs - one.createdAtMs || (one.entityId < other.entityId ? 1 : -1);

function orNull(error: unknown): null {
  if (error instanceof DomainError && error.code === 'not_found') return null;
  throw error;
}
