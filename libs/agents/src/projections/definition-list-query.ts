import { hash } from 'node:crypto';
import type { ListedRow } from '@svc/event-store';
import type { JsonValue, TenantId } from '@svc/kernel';
import {
  hasTags,
  isEqual,
  isOneOf,
  page,
  type Condition,
  type Executor,
  type PageQuery,
  type Sort,
  type Statement,
  type TagFilter,
} from '@svc/postgres';
import type { DefinitionKind, KindOnSurface } from '../kinds/definition-kind.js';
import type { Surface } from '../domain/surface.js';
import { definitionTable } from './definition-table.js';
import { maxPageBytes } from './page-size.js';

/** A definition as its table shows it, with what is counted and named elsewhere. */
export interface ListedDefinition extends ListedRow<typeof definitionTable> {
  readonly childCount: number;
  readonly secretNames: readonly string[];
}

/** A row of a page, for `boundedPageOf`. */
export type DefinitionPageRow = ListedDefinition & { readonly page_rows: number };

/** The definitions of one kind in a tenant. */
export interface DefinitionScope {
  readonly tenantId: TenantId;
  readonly surface: Surface;
  readonly declared: DefinitionKind;
  readonly rules: KindOnSurface;
}

export interface DefinitionQuery extends DefinitionScope {
  /** What the caller may see. */
  readonly visible: NonNullable<PageQuery<string>['scope']>;
  readonly parentId: string | null;
  /** Empty: all. */
  readonly definitionIds: readonly string[];
  readonly search: string | null;
  /** Null: both. A workspace shows only the living. */
  readonly isRetired: boolean | null;
  /** Of fields that the kind filters by. */
  readonly filters: Readonly<Record<string, JsonValue>>;
  /** All must match. */
  readonly tags: readonly TagFilter[];
  readonly sortBy: readonly Sort<string>[];
  readonly limit: number;
  readonly offset: number;
}

const itsTags = `FROM jsonb_to_recordset(d.summary -> 'tags') AS t (key text, value text) WHERE true`;

/** Sort fields of every kind; a kind can have more. */
export const commonSorts = { name: 'd.name', created_at: 'd.created_at', updated_at: 'd.updated_at' };

export function definitionPage(query: DefinitionQuery): Statement {
  const { surface, rules, limit, offset } = query;
  const byAge = surface === 'platform' ? ['d.created_at DESC'] : ['d.created_at'];
  return page({
    name: 'agents.definitions',
    select: selectionOf(query.declared),
    from: 'agents.definition AS d',
    where: [
      ...placeOf(query, query.parentId),
      isOneOf('d.definition_id', query.definitionIds),
      isEqual('d.is_retired', query.isRetired, 'boolean'),
      searched(query.search, rules.searched),
      ...Object.entries(query.filters).map(([name, value]) =>
        isEqual(`d.summary ->> '${name}'`, typeof value === 'string' ? value : JSON.stringify(value)),
      ),
      hasTags(query.tags, itsTags),
    ],
    scope: query.visible,
    sort: {
      by: query.sortBy,
      columns: { ...commonSorts, ...rules.sorts },
      then: [...byAge, 'd.definition_id'],
    },
    limit,
    offset,
    bytes: { alias: 'd', ofRow: 'd.body_size_bytes', most: maxPageBytes },
  });
}

/** The definition with this id; undefined when there is none for requests of this surface. */
export async function findDefinition(
  executor: Executor,
  scope: DefinitionScope,
  definitionId: string,
  parentId: string | null,
): Promise<ListedDefinition | undefined> {
  const { rows } = await executor.query<ListedDefinition>(
    page({
      name: 'agents.definition',
      select: selectionOf(scope.declared),
      from: 'agents.definition AS d',
      where: [...placeOf(scope, parentId), isEqual('d.definition_id', definitionId)],
      sort: { by: [], columns: {}, then: ['d.definition_id'] },
      limit: 1,
      offset: 0,
    }),
  );
  return rows[0];
}

interface TagValue {
  readonly key: string;
  readonly value: string | null;
}

/** One response holds them all; with more, clients filter by those that they know. */
const maxTagValues = 500;

/** The distinct tags of all definitions that the caller may see: the first 500 by key, then value. */
export async function tagValues(
  executor: Executor,
  { tenantId, declared: { kind }, visible }: DefinitionQuery,
): Promise<readonly TagValue[]> {
  const scope = visible(3);
  const text = `SELECT DISTINCT t.key COLLATE "C" AS key, t.value COLLATE "C" AS value
      FROM agents.definition AS d, jsonb_to_recordset(d.summary -> 'tags') AS t (key text, value text)
     WHERE d.tenant_id = $1 AND d.kind = $2 AND ${scope.text}
     ORDER BY 1, 2 NULLS FIRST LIMIT ${maxTagValues}`;
  const { rows } = await executor.query<TagValue>({
    name: `agents.tags_${hash('sha256', text).slice(0, 16)}`,
    text,
    values: [tenantId, kind, ...scope.values],
  });
  return rows;
}

function placeOf({ tenantId, surface, declared }: DefinitionScope, parentId: string | null): Condition[] {
  return [
    isEqual('d.tenant_id', tenantId),
    isEqual('d.kind', declared.kind),
    surface === 'platform' ? () => 'NOT d.is_retired' : null,
    declared.parent === undefined ? null : (value) => livingParent(value(parentId ?? '')),
  ];
}

function livingParent(parentId: string): string {
  return `d.parent_id = ${parentId} AND EXISTS (SELECT FROM agents.definition AS p
     WHERE p.tenant_id = d.tenant_id AND p.definition_id = d.parent_id AND NOT p.is_retired)`;
}

function searched(search: string | null, further: readonly string[] = []): Condition {
  if (search === null) return null;
  return (value) => {
    const wanted = `lower(${value(search)})`;
    return `(${['d.name', ...further].map((text) => `position(${wanted} IN lower(${text})) > 0`).join(' OR ')})`;
  };
}

function selectionOf({ children, hasSecrets = false }: DefinitionKind): string {
  const count = `(SELECT count(*)::integer FROM agents.definition AS c WHERE c.tenant_id = d.tenant_id
     AND c.parent_id = d.definition_id AND c.kind = '${children ?? ''}' AND NOT c.is_retired)`;
  const names = `ARRAY(SELECT s.name FROM agents.definition_secret AS s WHERE s.tenant_id = d.tenant_id
     AND s.definition_id = d.definition_id ORDER BY s.name)`;
  return [
    definitionTable.selection('d'),
    `${children === undefined ? '0' : count} AS "childCount"`,
    `${hasSecrets ? names : `ARRAY[]::text[]`} AS "secretNames"`,
  ].join(', ');
}
