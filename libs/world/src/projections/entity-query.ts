import { openRows, type ListedRow, type SealedRow } from '@svc/event-store';
import { userSubject, type TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { entityTable } from './entity-table.js';
import { standsForItself } from './merged-query.js';

/** An entity as lists show it. */
export type ListedEntity = ListedRow<typeof entityTable> & {
  /** How well it matches the words that were searched for, from 0 to 1; 1 without any. */
  readonly relevance: number;
};

type Row = SealedRow<typeof entityTable> & { readonly relevance: number };

export const entitySortFields = ['created_at', 'updated_at'] as const;

export interface RequestedEntities {
  readonly tenantId: TenantId;
  /** Empty: all. */
  readonly entityTypes: readonly string[];
  /** Words of names, or an id, a number or an address as it is. Null: all. */
  readonly query: string | null;
  /** From 0 to 1. */
  readonly minRelevance: number;
  /** Null: all. */
  readonly source: string | null;
  /** Null: all. */
  readonly sourceSystem: string | null;
  /** Null: by relevance with a query, else the latest change first. */
  readonly order: { readonly field: (typeof entitySortFields)[number]; readonly descending: boolean } | null;
  readonly limit: number;
  readonly offset: number;
}

/** What reads entities, and opens what is sealed of them. */
export interface EntityReader {
  readonly executor: Executor;
  readonly keys: SubjectKeys;
}

/** Words of names count by how near they are; what stands in the place of an id is the entity itself. */
const found = `
  WITH RECURSIVE hit AS (
    SELECT w.entity_id, greatest(
             public.word_similarity($5, w.words),
             CASE WHEN to_tsvector('simple', w.words) @@ plainto_tsquery('simple', $5) THEN 0.9
                  WHEN w.words ILIKE $6 THEN 0.8 ELSE 0 END)::float8 AS relevance
      FROM world.entity_words AS w
     WHERE w.tenant_id = $1
       AND (to_tsvector('simple', w.words) @@ plainto_tsquery('simple', $5)
            OR w.words ILIKE $6 OR $5 OPERATOR(public.<%) w.words)
    UNION ALL
    SELECT i.entity_id, 1 FROM world.entity_identifier AS i WHERE i.tenant_id = $1 AND i.value IN ($5, lower($5))
    UNION ALL
    SELECT e.entity_id, 1 FROM world.entity AS e WHERE e.tenant_id = $1 AND e.entity_id = lower($5)
  ), led AS (
    SELECT entity_id, relevance FROM hit
    UNION
    -- What went up in another leads to it.
    SELECT e.merged_into, led.relevance FROM led
      JOIN world.entity AS e ON e.tenant_id = $1 AND e.entity_id = led.entity_id AND e.merged_into IS NOT NULL
  ), found AS (SELECT entity_id, max(relevance) AS relevance FROM led GROUP BY entity_id HAVING max(relevance) >= $7)`;

const wanted = `t.tenant_id = $1 AND (cardinality($2::text[]) = 0 OR t.entity_type = ANY($2::text[]))
   AND ($3::text IS NULL OR t.source = $3) AND ($4::text IS NULL OR t.source_system = $4) AND ${standsForItself('t')}`;

/** One page, and how many there are. @throws DomainError `service_unavailable` when keys are unavailable */
export async function listEntities(
  { executor, keys }: EntityReader,
  requested: RequestedEntities,
): Promise<{ readonly entities: readonly ListedEntity[]; readonly total: number }> {
  const { tenantId, entityTypes, query, minRelevance, source, sourceSystem, order, limit, offset } =
    requested;
  const filters = [tenantId, entityTypes, source, sourceSystem];
  const search = query === null ? null : [query, `%${query.replace(/[\\%_]/g, '\\$&')}%`, minRelevance];
  const joined = search
    ? 'found AS f JOIN world.entity AS t ON t.entity_id = f.entity_id'
    : 'world.entity AS t';
  const values = [...filters, ...(search ?? [])];
  const direction = order?.descending === true ? 'DESC' : 'ASC';
  const sort = order
    ? `t.${order.field} ${direction}, t.entity_id ${direction}`
    : `${search ? 'f.relevance DESC, ' : ''}t.updated_at DESC, t.entity_id DESC`;
  const way = `${search ? 'found' : 'all'}_${order ? `${order.field}_${direction.toLowerCase()}` : 'default'}`;
  const { rows } = await executor.query<Row>({
    name: `world.entities_${way}`,
    text: `${search ? found : ''} SELECT ${entityTable.selection('t')}, ${search ? 'f.relevance' : '1::float8 AS relevance'}
             FROM ${joined} WHERE ${wanted} ORDER BY ${sort} LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
    values: [...values, limit, offset],
  });
  const counted = await executor.query<{ readonly total: number }>({
    name: `world.count_entities_${search ? 'found' : 'all'}`,
    text: `${search ? found : ''} SELECT count(*)::float8 AS total FROM ${joined} WHERE ${wanted}`,
    values,
  });
  return { entities: await opened(tenantId, rows, keys), total: counted.rows[0]?.total ?? 0 };
}

/** Those that exist, in any order. @throws DomainError `service_unavailable` when keys are unavailable */
export async function findEntities(
  { executor, keys }: EntityReader,
  tenantId: TenantId,
  entityIds: readonly string[],
): Promise<readonly ListedEntity[]> {
  const { rows } = await executor.query<Row>({
    name: 'world.find_entities',
    text: `SELECT ${entityTable.selection('t')}, 1::float8 AS relevance FROM world.entity AS t
            WHERE t.tenant_id = $1 AND t.entity_id = ANY($2::text[])`,
    values: [tenantId, entityIds],
  });
  return opened(tenantId, rows, keys);
}

function opened(
  tenantId: TenantId,
  rows: readonly Row[],
  keys: SubjectKeys,
): Promise<readonly ListedEntity[]> {
  return openRows(entityTable, rows, keys, ({ entityId }) => userSubject(tenantId, entityId));
}

export interface TypeCount {
  readonly entityType: string;
  readonly entities: number;
  readonly updatedAtMs: number;
}

/** @param entityType null: of all types */
export async function countEntityTypes(
  executor: Executor,
  tenantId: TenantId,
  entityType: string | null,
): Promise<readonly TypeCount[]> {
  const { rows } = await executor.query<TypeCount>({
    name: 'world.count_entity_types',
    text: `SELECT entity_type AS "entityType", count(*)::float8 AS entities,
                  (extract(epoch FROM max(updated_at)) * 1000)::float8 AS "updatedAtMs"
             FROM world.entity AS t
            WHERE tenant_id = $1 AND ($2::text IS NULL OR entity_type = $2) AND ${standsForItself('t')}
            GROUP BY entity_type ORDER BY entity_type`,
    values: [tenantId, entityType],
  });
  return rows;
}
