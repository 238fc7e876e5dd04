import { openRows, type ListedRow, type SealedRow } from '@svc/event-store';
import { userSubject, type TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import type { ChannelKind, WorkspaceStatus } from '../domain/workspace-conversation.js';
import { workspaceListingTable } from './workspace-listing-table.js';

interface Alongside {
  /** A turn is running. */
  readonly isRunning: boolean;
  readonly contextGraphId: string;
  readonly contextGraphVersionNumber: number;
}

/** A conversation as lists of workspaces show it. Empty: no state, no recipient. */
export type ListedWorkspaceConversation = ListedRow<typeof workspaceListingTable> & Alongside;

const selection = `${workspaceListingTable.selection('w')},
  EXISTS (SELECT FROM conversations.lease AS l
           WHERE l.tenant_id = w.tenant_id AND l.conversation_id = w.conversation_id) AS "isRunning",
  c.context_graph_id AS "contextGraphId", c.context_graph_version_number AS "contextGraphVersionNumber"`;
const joined = `conversations.workspace_listing AS w
  JOIN conversations.conversation AS c ON c.tenant_id = w.tenant_id AND c.conversation_id = w.conversation_id`;

type Row = SealedRow<typeof workspaceListingTable> & Alongside;

export interface WorkspaceListQuery {
  readonly tenantId: TenantId;
  /** Null: all. */
  readonly channel: ChannelKind | null;
  /** Null: all. */
  readonly status: WorkspaceStatus | null;
  readonly limit: number;
  readonly offset: number;
}

export interface WorkspaceConversationPage {
  readonly conversations: readonly ListedWorkspaceConversation[];
  /** Of all pages. */
  readonly total: number;
}

/** The newest first, without simulations. @throws DomainError `service_unavailable` when keys are unavailable. */
export async function listWorkspaceConversations(
  executor: Executor,
  keys: SubjectKeys,
  { tenantId, channel, status, limit, offset }: WorkspaceListQuery,
): Promise<WorkspaceConversationPage> {
  const where = `w.tenant_id = $1 AND w.direction <> 'simulated'
    AND ($2::text IS NULL OR w.channel = $2) AND ($3::text IS NULL OR w.status = $3)`;
  const asked = [tenantId, channel, status];
  const { rows } = await executor.query<Row>({
    name: 'conversations.workspace_conversations',
    text: `SELECT ${selection} FROM ${joined} WHERE ${where}
            ORDER BY w.created_at DESC, w.conversation_id DESC LIMIT $4 OFFSET $5`,
    values: [...asked, limit, offset],
  });
  const counted = await executor.query<{ readonly total: number }>({
    name: 'conversations.count_workspace_conversations',
    text: `SELECT count(*)::integer AS total FROM conversations.workspace_listing AS w WHERE ${where}`,
    values: asked,
  });
  return { conversations: await opened(tenantId, rows, keys), total: counted.rows[0]?.total ?? 0 };
}

/** Undefined if it does not exist. */
export async function findWorkspaceConversation(
  executor: Executor,
  keys: SubjectKeys,
  tenantId: TenantId,
  conversationId: string,
): Promise<ListedWorkspaceConversation | undefined> {
  const { rows } = await executor.query<Row>({
    name: 'conversations.find_workspace_conversation',
    text: `SELECT ${selection} FROM ${joined} WHERE w.tenant_id = $1 AND w.conversation_id = $2`,
    values: [tenantId, conversationId],
  });
  return (await opened(tenantId, rows, keys))[0];
}

export interface EntityInService {
  readonly tenantId: TenantId;
  readonly entityId: string;
  readonly serviceId: string;
}

/** Whether the entity has had a conversation with the service before. Simulations don't count. */
export async function isReturningEntity(
  executor: Executor,
  { tenantId, entityId, serviceId }: EntityInService,
): Promise<boolean> {
  const { rows } = await executor.query<{ readonly known: boolean }>({
    name: 'conversations.is_returning_entity',
    text: `SELECT EXISTS (
             SELECT FROM conversations.workspace_listing
              WHERE tenant_id = $1 AND entity_id = $2 AND service_id = $3 AND direction <> 'simulated') AS known`,
    values: [tenantId, entityId, serviceId],
  });
  return rows[0]?.known === true;
}

/** The newest conversation of an entity that is open on a channel. */
export async function findOpenOnChannel(
  executor: Executor,
  { tenantId, entityId, serviceId }: EntityInService,
  channel: ChannelKind,
): Promise<string | undefined> {
  const { rows } = await executor.query<{ readonly conversation_id: string }>({
    name: 'conversations.find_open_on_channel',
    text: `SELECT conversation_id FROM conversations.workspace_listing
            WHERE tenant_id = $1 AND entity_id = $2 AND service_id = $3 AND channel = $4
              AND direction <> 'simulated' AND status IN ('active', 'paused')
            ORDER BY created_at DESC, conversation_id DESC LIMIT 1`,
    values: [tenantId, entityId, serviceId, channel],
  });
  return rows[0]?.conversation_id;
}

function opened(
  tenantId: TenantId,
  rows: readonly Row[],
  keys: SubjectKeys,
): Promise<readonly ListedWorkspaceConversation[]> {
  return openRows(workspaceListingTable, rows, keys, ({ entityId }) => userSubject(tenantId, entityId));
}
