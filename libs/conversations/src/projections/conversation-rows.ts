import type { AggregateChange, SqlFragment, Table } from '@svc/event-store';
import { workspaceOf, type TenantId } from '@svc/kernel';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { evolve, type Conversation, type StartedConversation } from '../domain/conversation.js';
import { conversationTable, type ListedSource } from './conversation-table.js';
import { conversationTagTable } from './conversation-tag-table.js';
import { messageTable, type MessageSource } from './message-table.js';
import { isOpen, toolCallsOf } from '../domain/tool-events.js';
import { openToolCallTable, type OpenToolCallSource } from './open-tool-call-table.js';
import { wantsOwnTurn } from '../domain/own-turn.js';
import { toolInvocationRows } from './tool-invocation-rows.js';
import { toolInvocationTable } from './tool-invocation-table.js';
import { openConversationTable } from './open-conversation-table.js';
import { workspaceListingTable, type WorkspaceSource } from './workspace-listing-table.js';
import { surfaceRequestTable } from './surface-request-table.js';
import { wantedTurnTable } from './wanted-turn-table.js';

type Change = AggregateChange<Conversation, ConversationEvent>;

/** All tables that `conversationRows` writes, in the same order. */
export const conversationTables: readonly Table[] = [
  messageTable,
  openConversationTable,
  conversationTable,
  conversationTagTable,
  openToolCallTable,
  toolInvocationTable,
  workspaceListingTable,
  wantedTurnTable,
  surfaceRequestTable,
];

/**
 * Changes of the read models. They follow from the states before and after, not from each event: one statement can
 * change a row only once.
 */
export function conversationRows({ tenantId, before, after, events }: Change): readonly SqlFragment[] {
  const [listedBefore, listedAfter] = [listed(tenantId, before), listed(tenantId, after)];
  return [
    ...messageTable.insertAll(completedMessages(tenantId, before, events)),
    ...openConversationTable.sync(open(tenantId, before), open(tenantId, after)),
    ...conversationTable.sync(listedBefore, listedAfter),
    ...tagRows(listedBefore, listedAfter),
    ...toolCallRows(tenantId, before, after),
    ...toolInvocationRows(tenantId, before, after, events),
    ...workspaceListingTable.sync(ofWorkspace(listedBefore), ofWorkspace(listedAfter)),
    ...wantedTurnTable.sync(wanted(tenantId, before), wanted(tenantId, after)),
    ...surfaceRequestTable.insertAll(requestedSurfaces(tenantId, after, events)),
  ];
}

/**
 * Null: discarded, so lists do not show it. Only a conversation without messages is discarded, so there are none to
 * delete.
 */
function listed(tenantId: TenantId, state: Conversation): ListedSource | null {
  return state.stage === 'absent' || state.stage === 'discarded' ? null : { tenantId, conversation: state };
}

/** In a workspace only sessions take the one place. */
function open(tenantId: TenantId, state: Conversation) {
  if (state.stage !== 'open') return null;
  const { identity } = state;
  return identity.workspace === null || identity.workspace.isSession ? { tenantId, identity } : null;
}

function ofWorkspace(source: ListedSource | null): WorkspaceSource | null {
  if (source === null) return null;
  const { tenantId, conversation } = source;
  const { workspace } = conversation;
  const { workspace: terms } = conversation.identity;
  return workspace === null || terms === null ? null : { tenantId, conversation, terms, workspace };
}

/** Only of workspaces: nobody listens to a conversation over the Classic interface between two turns. */
function wanted(tenantId: TenantId, state: Conversation) {
  if (workspaceOf(tenantId) === null || state.stage === 'absent' || !wantsOwnTurn(state)) return null;
  const { conversationId } = state.identity;
  return { tenantId, conversationId, notBeforeMs: state.ownTurns?.notBeforeMs ?? 0 };
}

function requestedSurfaces(tenantId: TenantId, state: Conversation, events: Change['events']) {
  if (workspaceOf(tenantId) === null || state.stage === 'absent') return [];
  const { conversationId } = state.identity;
  return events.flatMap((event) =>
    event.type === 'SurfaceRequested' ? [{ tenantId, conversationId, request: event.data }] : [],
  );
}

function tagRows(before: ListedSource | null, after: ListedSource | null): readonly SqlFragment[] {
  if (before === null) return after === null ? [] : conversationTagTable.insertAll(tagsOf(after));
  if (before.conversation.identity.tags === after?.conversation.identity.tags) return [];
  const [had, has] = [tagsByKey(before), after === null ? new Map<string, never>() : tagsByKey(after)];
  const keys = new Set([...had.keys(), ...has.keys()]);
  return [...keys].flatMap((key) => conversationTagTable.sync(had.get(key) ?? null, has.get(key) ?? null));
}

function tagsByKey(source: ListedSource) {
  return new Map(tagsOf(source).map((row) => [row.tag.key, row]));
}

function toolCallRows(tenantId: TenantId, before: Conversation, after: Conversation): readonly SqlFragment[] {
  const [calls, open] = [openCalls(tenantId, before), openCalls(tenantId, after)];
  const ids = new Set([...calls.keys(), ...open.keys()]);
  return [...ids].flatMap((id) => openToolCallTable.sync(calls.get(id) ?? null, open.get(id) ?? null));
}

/** By id. */
function openCalls(tenantId: TenantId, state: Conversation): ReadonlyMap<string, OpenToolCallSource> {
  if (state.stage === 'absent' || state.toolCalls === null) return new Map();
  const { conversationId } = state.identity;
  const open = toolCallsOf(state).filter(isOpen);
  return new Map(open.map((call) => [call.id, { tenantId, conversationId, call }]));
}

function tagsOf({ tenantId, conversation }: ListedSource) {
  const { conversationId, tags } = conversation.identity;
  return tags.map((tag) => ({ tenantId, conversationId, tag }));
}

/** Messages become visible when their interaction completes. */
function completedMessages(
  tenantId: TenantId,
  before: Conversation,
  events: readonly ConversationEvent[],
): readonly MessageSource[] {
  const messages: MessageSource[] = [];
  let state = before;
  for (const event of events) {
    if (event.type === 'InteractionCompleted' && state.stage !== 'absent')
      messages.push(...runningMessages(tenantId, state));
    state = evolve(state, event);
  }
  return messages;
}

function runningMessages(
  tenantId: TenantId,
  { identity, running, recordedMessages }: StartedConversation,
): readonly MessageSource[] {
  const { conversationId } = identity;
  const { interactionId = '', messages = [] } = running ?? {};
  return messages.map((message, index) => ({
    tenantId,
    conversationId,
    interactionId,
    ordinal: recordedMessages + index + 1,
    message,
  }));
}
