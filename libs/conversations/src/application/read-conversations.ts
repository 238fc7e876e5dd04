import {
  narrowToUsers,
  permits,
  type Caller,
  type Conditions,
  type Grant,
  type PermissionName,
} from '@svc/auth';
import { organizationOf, canonicalJson } from '@svc/kernel';
import {
  listConversations,
  type ConversationQuery,
  type ListedConversation,
} from '../projections/conversation-list.js';
import { mayOnConversation } from './access.js';
import type { ReadPorts } from './ports.js';

/** A conversation, and which parts of it this caller may see. */
export interface ReadableConversation {
  readonly conversation: ListedConversation;
  readonly mayReadMessages: boolean;
  readonly maySeeVersionSet: boolean;
}

export interface ReadableConversationPage {
  readonly conversations: readonly ReadableConversation[];
  readonly hasMore: boolean;
}

/** Only conversations that the caller may see, and of these only what they may read. */
export async function readConversations(
  ports: ReadPorts,
  caller: Caller,
  query: Omit<ConversationQuery, 'tenantId' | 'grants'>,
): Promise<ReadableConversationPage> {
  const { tenantId } = caller;
  const narrow = narrowing(ports, caller);
  const [seeing, reading] = await Promise.all([
    narrow('Conversation:GetConversation'),
    narrow('Conversation:GetMessage'),
  ]);
  const page = await listConversations(ports.database, { ...query, tenantId, grants: seeing });
  const conversations = page.conversations.map((conversation) => ({
    conversation,
    mayReadMessages: mayOnConversation(reading, 'Conversation:GetMessage', {
      tenantId,
      identity: conversation,
      owner: null,
    }),
    maySeeVersionSet: permits(caller.grants, 'Service:GetVersionSet', {
      org_id: organizationOf(tenantId),
      service_id: conversation.serviceId,
    }),
  }));
  return { conversations, hasMore: page.hasMore };
}

/**
 * Gives the grants of a permission with conditions on users' roles and visibility turned into lists of user ids, which
 * a query can hold. Equal conditions are asked about once.
 */
function narrowing({ users }: ReadPorts, { tenantId, grants }: Caller) {
  const asked = new Map<string, Promise<readonly string[]>>();
  const resolve = (conditions: Conditions): Promise<readonly string[]> => {
    const key = canonicalJson(conditions);
    const known = asked.get(key) ?? users.idsMeeting(tenantId, conditions);
    asked.set(key, known);
    return known;
  };
  return (permission: PermissionName): Promise<readonly Grant[]> =>
    narrowToUsers(grants, permission, 'conversation_user_id', resolve);
}
