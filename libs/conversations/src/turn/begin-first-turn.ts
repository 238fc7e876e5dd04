import { Injectable } from '@nestjs/common';
import type { EventMetadata, TenantId } from '@svc/kernel';
import { isUniqueViolation } from '@svc/postgres';
import type { StartConversation } from '../domain/conversation-command.js';
import { LeaseKeeper } from '../lease/lease-keeper.js';
import { RequestedLease } from '../lease/requested-lease.js';
import { Conversations } from '../log/conversations.js';
import { openConversationKey } from '../projections/open-conversation-table.js';
import { isRunning, type BegunTurn } from './begun-turn.js';
import { OpenPlace } from './open-place.js';

/** The first commit of the turn that a conversation begins with. */
@Injectable()
export class BeginFirstTurn {
  constructor(
    private readonly conversations: Conversations,
    private readonly leases: LeaseKeeper,
    private readonly place: OpenPlace,
  ) {}

  /**
   * Appends the conversation's start and takes its lease, in the statement that claims the user's one open place.
   * @throws DomainError `conversation_already_open`, `operation_in_progress`, `invalid_request`
   */
  async begin(
    tenantId: TenantId,
    { identity, interaction }: Omit<StartConversation, 'type'>,
    metadata: EventMetadata,
  ): Promise<BegunTurn> {
    const { conversationId, userId, serviceId } = identity;
    const { interactionId } = interaction;
    const requested = new RequestedLease({
      tenantId,
      conversationId,
      interactionId,
      owner: this.leases.owner,
    });
    const conversation = await this.conversations.create(
      { tenantId, id: conversationId, metadata },
      { commands: [{ type: 'StartConversation', identity, interaction }], guard: requested.take() },
      {
        hasHappened: (current) => isRunning(current, interactionId),
        again: async (failure) => {
          if (!isUniqueViolation(failure, openConversationKey)) return false;
          await this.place.vacate({ tenantId, userId, serviceId });
          return true;
        },
      },
    );
    return { conversation, lease: requested.lease, metadata };
  }
}
