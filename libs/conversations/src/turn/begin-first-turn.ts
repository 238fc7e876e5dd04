import { Injectable } from '@nestjs/common';
import type { EventMetadata, TenantId } from '@svc/kernel';
import { UnknownOutcomeError } from '@svc/event-store';
import { isUniqueViolation, type Tx } from '@svc/postgres';
import type { StartConversation } from '../domain/conversation-command.js';
import { LateBegins } from '../lease/late-begins.js';
import { LeaseKeeper } from '../lease/lease-keeper.js';
import { RequestedLease } from '../lease/requested-lease.js';
import { Conversations } from '../log/conversations.js';
import { openConversationKey } from '../projections/open-conversation-table.js';
import { requireRunning, type BegunTurn } from './begun-turn.js';
import { OpenPlace } from './open-place.js';
import { Patience } from './patience.js';
import { TurnEngine } from './turn-engine.js';

/** The first commit of a conversation's first turn. */
@Injectable()
export class BeginFirstTurn {
  constructor(
    private readonly conversations: Conversations,
    private readonly leases: LeaseKeeper,
    private readonly place: OpenPlace,
    private readonly patience: Patience,
    private readonly lateBegins: LateBegins,
    private readonly engine: TurnEngine,
  ) {}

  /**
   * Appends the conversation's start and takes its lease, in the statement that claims the user's open conversation.
   * @param before see `Decision`
   * @throws DomainError `conversation_already_open`, `operation_in_progress`, `invalid_request`
   */
  async begin(
    tenantId: TenantId,
    { identity, interaction, briefing }: Pick<StartConversation, 'identity' | 'interaction' | 'briefing'>,
    metadata: EventMetadata,
    before?: (tx: Tx) => Promise<void>,
  ): Promise<BegunTurn> {
    const { conversationId, userId, serviceId } = identity;
    const { interactionId } = interaction;
    const requested = new RequestedLease({
      tenantId,
      conversationId,
      interactionId,
      owner: this.leases.owner,
    });
    const conversation = await this.conversations
      .create(
        { tenantId, id: conversationId, metadata },
        {
          commands: [
            {
              type: 'StartConversation',
              identity,
              interaction,
              conditions: this.engine.conditions,
              ...(briefing && { briefing }),
            },
          ],
          guard: requested.take(),
          before,
        },
        {
          inquiry: {
            // Nobody else knows its id.
            hasHappened: ({ state }) => state.stage !== 'absent',
            ...this.patience.begin(),
          },
          again: async (error) => {
            if (!isUniqueViolation(error, openConversationKey)) return false;
            await this.place.vacate({ tenantId, userId, serviceId });
            return true;
          },
        },
      )
      .catch((error: unknown) => {
        if (error instanceof UnknownOutcomeError) this.lateBegins.expect(interactionId);
        throw error;
      });
    requireRunning(conversation, interactionId);
    return { conversation, lease: requested.lease, metadata };
  }
}
