import type {
  ListConversationsRequest,
  ListMessagesRequest,
  ListToolInvocationsRequest,
} from '@svc/contracts/conversations';
import { FieldChecks, pageOf, requireResourceId, sortKeysOf } from '@svc/errors';
import type { TenantId } from '@svc/kernel';
import { tagFilterOf } from '@svc/postgres';
import { messageTypes } from '../adapters/enum-mapping.js';
import type { MessageType } from '../domain/message.js';
import { conversationSortFields, type ConversationQuery } from '../projections/conversation-list-query.js';
import { toolInvocationSortFields, type ToolInvocationQuery } from '../projections/tool-invocation-query.js';
import { messageSortFields, type MessageQuery } from '../projections/message-list-query.js';

const conversationLimits = { minimum: 1, maximum: 150 };
const messageLimits = { minimum: 1, maximum: 500 };
const invocationLimits = { minimum: 0, maximum: 100 };
const maxNamedTools = 100;
const shownByDefault: readonly MessageType[] = ['external-event', 'agent-message', 'user-message'];

/** @throws DomainError `validation_failed` */
export function conversationQueryOf(
  request: ListConversationsRequest,
): Omit<ConversationQuery, 'tenantId' | 'grants'> {
  const checks = new FieldChecks();
  const tags = request.tags.map(tagFilterOf);
  for (const text of tags.flatMap(({ key, value }) => [key, value ?? '']))
    checks.storable(['query', 'tag'], text);
  const page = pageOf(request.page, conversationLimits, checks);
  const sortBy = sortKeysOf(request.sortBy, conversationSortFields, checks);
  checks.verify();
  return {
    conversationIds: request.conversationIds,
    userIds: request.userIds,
    serviceIds: request.serviceIds,
    isFinished: request.isFinished ?? null,
    tags,
    sortBy,
    ...page,
  };
}

/** @throws DomainError `validation_failed`; `not_found` for a malformed id of a conversation. */
export function messageQueryOf(
  tenantId: TenantId,
  request: ListMessagesRequest,
): Omit<MessageQuery, 'tenantId' | 'subject'> {
  const checks = new FieldChecks();
  const page = pageOf(request.page, messageLimits, checks);
  const sortBy = sortKeysOf(request.sortBy, messageSortFields, checks);
  checks.verify();
  const asked = request.messageTypes
    .map((type) => messageTypes.fromProto(type))
    .filter((type) => type !== undefined);
  return {
    conversationId: requireResourceId(tenantId, 'conversation', request.conversationId),
    messageIds: request.messageIds,
    types: request.messageTypes.length === 0 ? shownByDefault : asked,
    interactionIds: request.interactionIds,
    sortBy,
    ...page,
  };
}

/** @throws DomainError `validation_failed` */
export function invocationQueryOf(
  request: ListToolInvocationsRequest,
): Omit<ToolInvocationQuery, 'tenantId' | 'grants'> {
  const checks = new FieldChecks();
  const page = pageOf(request.page, invocationLimits, checks);
  const sortBy = sortKeysOf(request.sortBy, toolInvocationSortFields, checks);
  checks.atMost(['query', 'tool_id'], request.tools, maxNamedTools);
  for (const { toolId, version = '' } of request.tools)
    checks.storable(['query', 'tool_id'], toolId + version);
  checks.verify();
  return {
    tools: request.tools.map(({ toolId, version = null }) => ({ toolId, version })),
    conversationIds: request.conversationIds,
    succeeded: request.succeeded ?? null,
    sortBy,
    ...page,
  };
}
