import { Inject, Injectable } from '@nestjs/common';
import { attributesAsked } from '@svc/auth';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { conversationNotFound } from '../domain/conversation-decider.js';
import { findConversationOwner } from '../projections/conversation-query.js';
import { listMessages, type MessagePage, type MessageQuery } from '../projections/message-list-query.js';
import { mayOnConversation } from './access.js';
import { profileOrNull } from './owner.js';
import { USERS, type UserProfile, type Users } from '../ports/ports.js';

/** One page of a conversation's messages. A conversation that the caller may not read counts as not found. */
@Injectable()
export class ListMessages {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(USERS) private readonly users: Users,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
  ) {}

  /** @throws DomainError `not_found`; `service_unavailable` rather than returning messages without text. */
  async execute(
    context: RequestContext,
    query: Omit<MessageQuery, 'tenantId' | 'subject'>,
  ): Promise<MessagePage> {
    const { tenantId, caller } = context;
    const identity = await findConversationOwner(this.database, tenantId, query.conversationId);
    if (identity === undefined) throw conversationNotFound();
    const owner = await this.#ownerIfAsked(context, identity.userId);
    if (!mayOnConversation(caller.grants, 'Conversation:GetMessage', { tenantId, identity, owner }))
      throw conversationNotFound();
    return listMessages(this.database, this.keys, { ...query, tenantId, subject: identity.subject });
  }

  /** Users with the default role read their own conversations, which needs no question to identity. */
  async #ownerIfAsked({ tenantId, caller }: RequestContext, userId: string): Promise<UserProfile | null> {
    const asked = attributesAsked(caller.grants, 'Conversation:GetMessage');
    if (!asked.has('user_role_id') && !asked.has('visible_to_admins')) return null;
    return profileOrNull(this.users, tenantId, userId);
  }
}
