import { toSqlScope, type Grant } from '@svc/auth';
import { openRows, type ListedRow, type SealedRow } from '@svc/event-store';
import { organizationOf, type TenantId } from '@svc/kernel';
import {
  boundedPageOf,
  isOneOf,
  page,
  type Condition,
  type Executor,
  type Sort,
  type Statement,
} from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { toolInvocationTable } from './tool-invocation-table.js';

export interface NamedToolVersion {
  readonly toolId: string;
  /** Null: all versions. */
  readonly version: string | null;
}

export interface ToolInvocationQuery {
  readonly tenantId: TenantId;
  /** Grants of `Conversation:GetMessage`, resolved to users: inputs are made of what users say. */
  readonly grants: readonly Grant[];
  /** Empty: all. */
  readonly tools: readonly NamedToolVersion[];
  /** Empty: all. */
  readonly conversationIds: readonly string[];
  /** Null: both, and calls that run. */
  readonly succeeded: boolean | null;
  readonly sortBy: readonly Sort<(typeof toolInvocationSortFields)[number]>[];
  readonly limit: number;
  readonly offset: number;
}

export const toolInvocationSortFields = ['created_at'] as const;

export type ListedToolInvocation = ListedRow<typeof toolInvocationTable>;
type PageRow = SealedRow<typeof toolInvocationTable> & { readonly page_rows: number };

export interface ToolInvocationPage {
  readonly invocations: readonly ListedToolInvocation[];
  readonly hasMore: boolean;
}

/** One page in the requested order, by default the oldest first. @throws DomainError `service_unavailable` without keys */
export async function listToolInvocations(
  executor: Executor,
  keys: SubjectKeys,
  query: ToolInvocationQuery,
): Promise<ToolInvocationPage> {
  const { rows } = await executor.query<PageRow>(invocationPage(query));
  const { rows: shown, hasMore } = boundedPageOf(rows, query);
  return { invocations: await openRows(toolInvocationTable, shown, keys, ({ subject }) => subject), hasMore };
}

/** Of a page, as it is stored: an input has up to 50,000 characters. */
const mostBytes = 2 * 1_024 * 1_024;

function invocationPage({
  tenantId,
  grants,
  sortBy,
  limit,
  offset,
  ...query
}: ToolInvocationQuery): Statement {
  const direction = sortBy[0]?.descending === true ? 'DESC' : 'ASC';
  const places = {
    org_id: { constant: organizationOf(tenantId) },
    conversation_user_id: { sql: 'i.user_id' },
    service_id: { sql: 'i.service_id' },
    user_role_id: { constant: null },
    visible_to_admins: { constant: null },
  };
  return page({
    name: 'conversations.tool_invocations',
    select: toolInvocationTable.selection('i'),
    from: 'conversations.tool_invocation AS i',
    where: [
      (value) => `i.tenant_id = ${value(tenantId)}`,
      isOneOf('i.conversation_id', query.conversationIds),
      isOfTools(query.tools),
      hasSucceeded(query.succeeded),
    ],
    scope: (first) => toSqlScope(grants, 'Conversation:GetMessage', places, first),
    sort: {
      by: [],
      columns: {},
      then: ['i.started_at', 'i.conversation_id', 'i.call_id'].map((column) => `${column} ${direction}`),
    },
    limit,
    offset,
    bytes: { alias: 'i', ofRow: 'coalesce(octet_length(i.input_json), 0)', most: mostBytes },
  });
}

function isOfTools(tools: readonly NamedToolVersion[]): Condition {
  if (tools.length === 0) return null;
  return (value) => {
    const named = `unnest(${value(tools.map(({ toolId }) => toolId))}::text[], ${value(tools.map(({ version }) => version))}::text[])`;
    return `EXISTS (SELECT FROM ${named} AS n (id, version)
       WHERE n.id = i.tool_id AND (n.version IS NULL OR n.version = i.tool_version))`;
  };
}

function hasSucceeded(succeeded: boolean | null): Condition {
  if (succeeded === null) return null;
  return () => (succeeded ? `i.status = 'ended'` : `i.status IN ('failed', 'unknown', 'not-called')`);
}
