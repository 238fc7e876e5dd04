import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { MatchedOn } from '../domain/entity/entity-match.js';

export interface Equal {
  readonly entityId: string;
  readonly on: MatchedOn;
}

/** Other entities of its type with an equal canonical id or id of a system. At most 100. */
export async function findEquals(
  executor: Executor,
  tenantId: TenantId,
  entityId: string,
): Promise<readonly Equal[]> {
  const { rows } = await executor.query<Equal>({
    name: 'world.equal_entities',
    text: `
      WITH mine AS (
        SELECT i.kind, i.value, e.entity_type FROM world.entity AS e
          LEFT JOIN world.entity_identifier AS i
            ON i.tenant_id = $1 AND i.entity_id = e.entity_id AND (i.kind = 'canonical_id' OR i.kind LIKE 'external:%')
         WHERE e.tenant_id = $1 AND e.entity_id = $2
      ), other AS (
        SELECT i.entity_id, CASE mine.kind WHEN 'canonical_id' THEN mine.kind ELSE 'external_id' END AS kind
          FROM mine JOIN world.entity_identifier AS i
            ON i.tenant_id = $1 AND i.kind = mine.kind AND i.value = mine.value
        UNION
        -- Conversations name their callers by ids that follow from canonical ones.
        SELECT i.value, 'canonical_id' FROM world.entity_identifier AS i
         WHERE i.tenant_id = $1 AND i.entity_id = $2 AND i.kind = 'canonical_entity'
        UNION
        SELECT i.entity_id, 'canonical_id' FROM world.entity_identifier AS i
         WHERE i.tenant_id = $1 AND i.kind = 'canonical_entity' AND i.value = $2
      )
      SELECT other.entity_id AS "entityId", other.kind AS "on" FROM other
        JOIN world.entity AS e ON e.tenant_id = $1 AND e.entity_id = other.entity_id
       WHERE e.entity_id <> $2 AND e.entity_type IN (SELECT entity_type FROM mine)
       ORDER BY e.created_at, e.entity_id LIMIT 100`,
    values: [tenantId, entityId],
  });
  return rows;
}

/** Entities of a type that may be one with these: an equal phone number or address, or a like name. At most 200. */
export async function findAlike(
  executor: Executor,
  tenantId: TenantId,
  entityIds: readonly string[],
  entityType: string,
): Promise<readonly Equal[]> {
  const { rows } = await executor.query<Equal>({
    name: 'world.alike_entities',
    text: `
      WITH alike AS (
        SELECT i.entity_id, i.kind FROM world.entity_identifier AS mine
          JOIN world.entity_identifier AS i ON i.tenant_id = $1 AND i.kind = mine.kind AND i.value = mine.value
         WHERE mine.tenant_id = $1 AND mine.entity_id = ANY($2::text[]) AND mine.kind IN ('phone', 'email')
        UNION
        SELECT w.entity_id, 'name' FROM world.entity_words AS mine
          JOIN world.entity_words AS w ON w.tenant_id = $1 AND w.words OPERATOR(public.%) mine.words
         WHERE mine.tenant_id = $1 AND mine.entity_id = ANY($2::text[])
           AND public.similarity(w.words, mine.words) >= ${alikeNames}
      )
      SELECT alike.entity_id AS "entityId", alike.kind AS "on" FROM alike
        JOIN world.entity AS e ON e.tenant_id = $1 AND e.entity_id = alike.entity_id AND e.entity_type = $3
       WHERE e.entity_id <> ALL($2::text[])
       ORDER BY e.created_at, e.entity_id LIMIT 200`,
    values: [tenantId, entityIds, entityType],
  });
  return rows;
}

/** Of trigrams, from 0 to 1. */
const alikeNames = 0.6;
