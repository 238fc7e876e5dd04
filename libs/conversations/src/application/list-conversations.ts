import { Inject, Injectable } from '@nestjs/common';
import { permits } from '@svc/auth';
import { organizationOf } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { listConversations, type ListedConversation } from '../projections/conversation-list.js';
import type { ConversationQuery } from '../projections/conversation-list-query.js';
import { mayOnConversation } from './access.js';
import { narrowing } from './narrowing.js';
import { USERS, type Users } from '../ports/ports.js';

/** A conversation, and the parts of it that this caller may see. */
export interface ReadableConversation {
  readonly conversation: ListedConversation;
  readonly mayReadMessages: boolean;
  readonly maySeeVersionSet: boolean;
}

export interface ReadableConversationPage {
  readonly conversations: readonly ReadableConversation[];
  readonly hasMore: boolean;
}

/** Lists the conversations that the caller may see, with the parts that they may read. */
@Injectable()
export class ListConversations {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
    @Inject(USERS) private readonly users: Pick<Users, 'idsMeeting'>,
  ) {}

  /** @throws DomainError `service_unavailable` rather than returning a page without text. */
  async execute(
    { tenantId, caller }: RequestContext,
    query: Omit<ConversationQuery, 'tenantId' | 'grants'>,
  ): Promise<ReadableConversationPage> {
    const narrow = narrowing(this.users, tenantId, caller);
    const [seeing, reading] = await Promise.all([
      narrow('Conversation:GetConversation'),
      narrow('Conversation:GetMessage'),
    ]);
    const page = await listConversations(this.database, this.keys, { ...query, tenantId, grants: seeing });
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
}
