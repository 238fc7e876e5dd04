import { Inject, Injectable } from '@nestjs/common';
import { requirePermission } from '@svc/auth';
import type { RequestContext } from '@svc/rpc';
import { checkTagChanges, type TagChanges } from '../domain/conversation-description.js';
import { identityOf } from '../log/conversation-base.js';
import { Conversations } from '../log/conversations.js';
import { USERS, type Users } from '../ports/ports.js';
import { attributesOf } from './access.js';
import { profileOrNull } from './owner.js';

/** Changes the tags of a conversation, running or finished. Errors: see the RPC. */
@Injectable()
export class ModifyConversationTags {
  constructor(
    private readonly conversations: Conversations,
    @Inject(USERS) private readonly users: Users,
  ) {}

  async execute(
    { tenantId, caller, metadata }: RequestContext,
    { conversationId: id, ...changes }: TagChanges & { readonly conversationId: string },
  ): Promise<void> {
    checkTagChanges(changes);
    const base = await this.conversations.load(tenantId, id);
    const identity = identityOf(base);
    const owner = await profileOrNull(this.users, tenantId, identity.userId);
    const target = attributesOf({ tenantId, identity, owner });
    requirePermission(caller.grants, 'Conversation:ModifyConversation', target);
    const change = { type: 'ChangeTags', ...changes } as const;
    await this.conversations.change({ tenantId, id, metadata }, () => change, { base });
  }
}
