import { Inject, Injectable } from '@nestjs/common';
import type { EventMetadata, IdGenerator } from '@svc/kernel';
import { IDS } from '@svc/service-host';
import type { EndWait as Command } from '../domain/conversation-command.js';
import type { ConversationKey } from '../domain/conversation-identity.js';
import { Conversations } from '../log/conversations.js';

/** What ends a wait of a conversation. */
export type WaitDecided = Pick<Command, 'which' | 'decision' | 'reason' | 'report'> &
  ConversationKey & { readonly metadata: EventMetadata };

/**
 * Ends what a conversation waits for: a decision of a person, or a form that was submitted. In one commit with what the agent is
 * told; the turn that tells it follows from the log (`OwnTurns`). Permissions are those of the caller's use case.
 */
@Injectable()
export class EndWait {
  constructor(
    private readonly conversations: Conversations,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /** @throws DomainError `not_found` when it waits for nothing of the kind, or no longer: the first decision counts */
  async execute({ tenantId, conversationId: id, metadata, ...decided }: WaitDecided): Promise<void> {
    const ofDecision = { decidedBy: metadata.actor, messageId: this.ids.resourceId(tenantId) };
    const command = { type: 'EndWait', ...decided, ...ofDecision } as const;
    await this.conversations.change({ tenantId, id, metadata }, () => command);
  }
}
