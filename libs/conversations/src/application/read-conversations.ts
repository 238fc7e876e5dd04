import {
  narrowToUsers,
  permits,
  type Caller,
  type Conditions,
  type Grant,
  type PermissionName,
} from '@svc/auth';
import { conversationNotFound } from '../domain/conversation-decider.js';
import { organizationOf } from '../domain/organization.js';
import {
  listConversations,
  type ConversationQuery,
  type ListedConversation,
} from '../projections/conversation-list.js';
import type { PrismaClient } from '../projections/gen/client.js';
import {
  findConversationOwner,
  listMessages,
  type MessagePage,
  type MessageQuery,
} from '../projections/message-list.js';
import type { Users } from './ports.js';

export interface ReadPorts {
  readonly prisma: PrismaClient;
  readonly users: Users;
}

/** A conversation with what this caller may not see made visible as such. */
export interface ReadableConversation {
  readonly conversation: ListedConversation;
  readonly mayReadMessages: boolean;
  readonly maySeeVersionSet: boolean;
}

export interface ReadableConversationPage {
  readonly conversations: readonly ReadableConversation[];
  readonly hasMore: boolean;
}

/** contract-classic.md 4.4: only conversations that the caller may see, and of these only what they may read. */
export async function readConversations(
  ports: ReadPorts,
  caller: Caller,
  query: Omit<ConversationQuery, 'tenantId' | 'grants'>,
): Promise<ReadableConversationPage> {
  const { tenantId } = caller;
  const [seeing, reading] = await Promise.all([
    narrowed(ports, caller, 'Conversation:GetConversation'),
    narrowed(ports, caller, 'Conversation:GetMessage'),
  ]);
  const page = await listConversations(ports.prisma, { ...query, tenantId, grants: seeing });
  const orgId = organizationOf(tenantId);
  const conversations = page.conversations.map((conversation) => ({
    conversation,
    mayReadMessages: mayRead(reading, orgId, conversation),
    maySeeVersionSet: permits(caller.grants, 'Service:GetVersionSet', {
      org_id: orgId,
      service_id: conversation.serviceId,
    }),
  }));
  return { conversations, hasMore: page.hasMore };
}

/**
 * contract-classic.md 1.11: a conversation whose messages the caller may not read looks empty.
 * @throws DomainError `not_found`
 */
export async function readMessages(
  ports: ReadPorts,
  caller: Caller,
  query: Omit<MessageQuery, 'tenantId'>,
): Promise<MessagePage> {
  const { tenantId } = caller;
  const [conversation, reading] = await Promise.all([
    findConversationOwner(ports.prisma, { tenantId, conversationId: query.conversationId }),
    narrowed(ports, caller, 'Conversation:GetMessage'),
  ]);
  if (conversation === undefined) throw conversationNotFound();
  if (!mayRead(reading, organizationOf(tenantId), conversation)) return { messages: [], hasMore: false };
  return listMessages(ports.prisma, { ...query, tenantId });
}

/** Grants whose conditions on users' roles and visibility have become lists of user ids. */
function narrowed(
  { users }: ReadPorts,
  { tenantId, grants }: Caller,
  permission: PermissionName,
): Promise<readonly Grant[]> {
  const resolve = (conditions: Conditions) => users.idsMeeting(tenantId, conditions);
  return narrowToUsers(grants, permission, 'conversation_user_id', resolve);
}

function mayRead(
  reading: readonly Grant[],
  orgId: string,
  { userId, serviceId }: Pick<ListedConversation, 'userId' | 'serviceId'>,
): boolean {
  return permits(reading, 'Conversation:GetMessage', {
    org_id: orgId,
    conversation_user_id: userId,
    service_id: serviceId,
    user_role_id: null,
    visible_to_admins: null,
  });
}
