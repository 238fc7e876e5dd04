import {
  ChangeEntityRequest,
  EntityProfile as EntityProfileMessage,
  type Entity,
} from '@svc/contracts/world';
import type { Complete } from '@svc/event-store';
import { canonicalJson, changesOf, fromProto, toProto, type JsonValue } from '@svc/kernel';
import type { ExistingEntity } from '../domain/entity/entity.js';
import { emptyProfile, type EntityProfile } from '../domain/entity/entity-fields.js';

export interface EntityValues {
  readonly values: number;
  readonly lastValueAtMs: number;
  /** Values that count, by their keys. */
  readonly state: Readonly<Record<string, JsonValue>>;
}

type ShownEntity = Omit<ExistingEntity, 'facts' | 'mergedInto' | 'mergedOn' | 'apartFrom'> & {
  readonly facts: unknown;
  readonly relevance?: number;
} & Partial<EntityValues>;

export function entityToProto(entity: ShownEntity): Complete<Entity> {
  const { entityId, entityType, source, sourceSystem, profile, facts, createdAtMs, updatedAtMs, eventCount } =
    entity;
  return {
    ...{ entityId, entityType, source, createdAtMs, updatedAtMs },
    eventCount: eventCount + (entity.values ?? 0),
    sourceSystem: sourceSystem ?? undefined,
    profile: toProto(EntityProfileMessage, profile),
    factsJson: canonicalJson(facts),
    relevance: entity.relevance ?? 1,
    lastEventAtMs: Math.max(updatedAtMs, entity.lastValueAtMs ?? 0),
    stateJson: canonicalJson(entity.state ?? {}),
    hasValues: (entity.values ?? 0) > 0,
  };
}

export function newProfile(message: EntityProfileMessage | undefined): EntityProfile {
  return message ? fromProto(EntityProfileMessage, message) : emptyProfile;
}

export function profileChanges(request: ChangeEntityRequest): Partial<EntityProfile> {
  const {
    caller: _caller,
    entityId: _id,
    externalIds,
    tags,
    ...texts
  } = changesOf(ChangeEntityRequest, request);
  return {
    ...texts,
    ...(externalIds && { externalIds: externalIds.externalIds }),
    ...(tags && { tags: tags.tags }),
  };
}
