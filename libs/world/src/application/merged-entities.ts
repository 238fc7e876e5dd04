import type { TenantId } from '@svc/kernel';
import { mergedProfile } from '../domain/entity/merged-profile.js';
import { findEntities, type EntityReader, type ListedEntity } from '../projections/entity-query.js';
import { findMerged, type Merged } from '../projections/merged-query.js';

/** An entity with what is known of all that went up in it. */
export interface WholeEntity extends ListedEntity {
  /** Of all of them, its own first. */
  readonly entityIds: readonly string[];
}

/** The entities that stand for these, each once, in the order in which they were asked for. Those that don't exist are left out. */
export async function findWhole(
  reader: EntityReader,
  tenantId: TenantId,
  entityIds: readonly string[],
): Promise<readonly WholeEntity[]> {
  const merged = await findMerged(reader.executor, tenantId, entityIds);
  const found = await findEntities(
    reader,
    tenantId,
    merged.map(({ entityId }) => entityId),
  );
  const roots = new Set(entityIds.flatMap((id) => rootOf(merged, id) ?? []));
  return [...roots].flatMap((root) => {
    const members = merged
      .filter(({ rootId }) => rootId === root)
      .flatMap(({ entityId }) => found.find((entity) => entity.entityId === entityId) ?? []);
    const [first] = members;
    if (first === undefined) return [];
    return {
      ...first,
      profile: mergedProfile(members.map(({ profile }) => profile)),
      updatedAtMs: Math.max(...members.map(({ updatedAtMs }) => updatedAtMs)),
      eventCount: members.reduce((sum, { eventCount }) => sum + eventCount, 0),
      entityIds: members.map(({ entityId }) => entityId),
    };
  });
}

export function rootOf(merged: readonly Merged[], id: string): string | undefined {
  return merged.find(({ entityId }) => entityId === id)?.rootId;
}
