import type { ListedRow } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import {
  isEqual,
  isOneOf,
  page,
  type Condition,
  type Executor,
  type Sort,
  type Statement,
} from '@svc/postgres';
import type { Author } from '../domain/author.js';
import type { Surface } from '../domain/surface.js';
import type { VersionBody } from '../domain/version-body.js';
import { definitionVersionTable } from './definition-version-table.js';
import { maxPageBytes } from './page-size.js';

export type ListedVersion = ListedRow<typeof definitionVersionTable>;

/** A row of a page, for `boundedPageOf`. */
export type VersionPageRow = ListedVersion & { readonly page_rows: number };

/** Numbers of versions: a range, both ends included, or a list. */
export type WantedVersions =
  { readonly from: number; readonly to: number } | { readonly among: readonly number[] };

export interface VersionQuery {
  readonly tenantId: TenantId;
  readonly surface: Surface;
  readonly definitionId: string;
  readonly wanted: WantedVersions | null;
  /** Null: both. */
  readonly isRetired: boolean | null;
  /** Empty: all. */
  readonly creators: readonly Author[];
  readonly sortBy: readonly Sort<(typeof versionSortFields)[number]>[];
  readonly limit: number;
  readonly offset: number;
}

export const versionSortFields = ['version'] as const;

export function versionPage(query: VersionQuery): Statement {
  const { tenantId, surface, definitionId, wanted, isRetired, creators, sortBy, limit, offset } = query;
  return page({
    name: 'agents.definition_versions',
    select: definitionVersionTable.selection('v'),
    from: 'agents.definition_version AS v',
    where: [
      isEqual('v.tenant_id', tenantId),
      isEqual('v.definition_id', definitionId),
      isEqual('v.is_retired', isRetired, 'boolean'),
      wanted && isAmong(wanted),
      isOneOf(
        `(v.creator ->> 'orgId') || ',' || (v.creator ->> 'userId')`,
        creators.map(({ orgId, userId }) => `${orgId},${userId}`),
      ),
    ],
    sort: {
      by: sortBy,
      columns: { version: 'v.version' },
      then: [surface === 'platform' ? 'v.version DESC' : 'v.version'],
    },
    limit,
    offset,
    bytes: { alias: 'v', ofRow: 'v.body_size_bytes', most: maxPageBytes },
  });
}

function isAmong(wanted: WantedVersions): Condition {
  if ('among' in wanted) return (value) => `v.version = ANY(${value(wanted.among)}::integer[])`;
  return (value) => `v.version BETWEEN ${value(wanted.from)} AND ${value(wanted.to)}`;
}

const maxCreators = 500;

/** The authors of a definition's versions: the first 500 by organization, then user. */
export async function versionCreators(
  executor: Executor,
  tenantId: TenantId,
  definitionId: string,
): Promise<readonly Author[]> {
  const { rows } = await executor.query<Author>({
    name: 'agents.version_creators',
    text: `SELECT DISTINCT (creator ->> 'orgId') COLLATE "C" AS "orgId", (creator ->> 'userId') COLLATE "C" AS "userId"
             FROM agents.definition_version WHERE tenant_id = $1 AND definition_id = $2
            ORDER BY 1, 2 LIMIT ${maxCreators}`,
    values: [tenantId, definitionId],
  });
  return rows;
}

/** The labels of all versions of a definition, by their numbers. */
export async function versionLabels(
  executor: Executor,
  tenantId: TenantId,
  definitionId: string,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await executor.query<{ version: number; label: string }>({
    name: 'agents.version_labels',
    text: `SELECT version, label FROM agents.definition_version
            WHERE tenant_id = $1 AND definition_id = $2 AND label IS NOT NULL ORDER BY version`,
    values: [tenantId, definitionId],
  });
  return new Map(rows.map(({ version, label }) => [version, label]));
}

export interface StoredVersion {
  readonly id: string;
  readonly kind: string;
  readonly version: number;
  readonly body: Pick<VersionBody, 'address' | 'inlineJson'>;
}

/** Of those that exist, each once. */
export async function versionBodies(
  executor: Executor,
  tenantId: TenantId,
  wanted: readonly { readonly id: string; readonly version: number | null }[],
): Promise<readonly StoredVersion[]> {
  if (wanted.length === 0) return [];
  const { rows } = await executor.query<StoredVersion>({
    name: 'agents.version_bodies',
    text: `SELECT definition_id AS id, kind, version,
                  json_build_object('address', body_address, 'inlineJson', body_json) AS body
             FROM agents.definition_version
            WHERE tenant_id = $1
              AND (definition_id, version) IN (SELECT * FROM unnest($2::text[], $3::integer[]))`,
    values: [tenantId, wanted.map(({ id }) => id), wanted.map(({ version }) => version)],
  });
  return rows;
}
