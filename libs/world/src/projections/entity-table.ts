import { column, defineTable, instant, json, personal, unlisted } from '@svc/event-store';
import { userSubject, type TenantId } from '@svc/kernel';
import type { ExistingEntity } from '../domain/entity/entity.js';
import { emptyProfile } from '../domain/entity/entity-fields.js';

export type EntitySource = ExistingEntity & { readonly tenantId: TenantId };

export const entityTable = defineTable<EntitySource>()('world.entity', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    entityId: column((row) => row.entityId),
  },
  fixed: {
    subject: unlisted(column((row) => userSubject(row.tenantId, row.entityId))),
    entityType: column((row) => row.entityType),
    source: column((row) => row.source),
    sourceSystem: column((row) => row.sourceSystem),
    createdAtMs: instant((row) => row.createdAtMs),
  },
  columns: {
    profile: personal(
      json((row) => row.profile),
      { erased: emptyProfile },
    ),
    facts: json((row) => row.facts),
    mergedInto: column((row) => row.mergedInto),
    mergedOn: column((row) => row.mergedOn),
    updatedAtMs: instant((row) => row.updatedAtMs),
    eventCount: column((row) => row.eventCount),
  },
  subjectRows: 'subject = $1',
});

interface WordsOfEntity extends Pick<EntitySource, 'tenantId' | 'entityId'> {
  readonly words: string;
}

/** Plain names, which are searched in. They go when the entity is erased. */
export const entityWordsTable = defineTable<WordsOfEntity>()('world.entity_words', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    entityId: column((row) => row.entityId),
  },
  fixed: { subject: unlisted(column((row) => userSubject(row.tenantId, row.entityId))) },
  columns: { words: column((row) => row.words) },
});

export interface Identifier {
  /** canonical_id, phone, email, `external:<system>`, or canonical_entity: the id that follows from the canonical one. */
  readonly kind: string;
  readonly value: string;
}

type IdentifierOfEntity = Pick<EntitySource, 'tenantId' | 'entityId'> & Identifier;

/** By which entities are found: plain, as the names. */
export const entityIdentifierTable = defineTable<IdentifierOfEntity>()('world.entity_identifier', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    entityId: column((row) => row.entityId),
    kind: column((row) => row.kind),
    value: column((row) => row.value),
  },
  fixed: { subject: unlisted(column((row) => userSubject(row.tenantId, row.entityId))) },
});

/** In the order of `entityRows`. */
export const entityTables = [entityTable, entityWordsTable, entityIdentifierTable] as const;
