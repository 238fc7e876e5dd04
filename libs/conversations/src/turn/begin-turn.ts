import { Injectable } from '@nestjs/common';
import { FencedError, UnknownOutcomeError } from '@svc/event-store';
import type { EventMetadata } from '@svc/kernel';
import type { NewInteraction } from '../domain/conversation-command.js';
import { conversationNotFound, existing, interactionRunning } from '../domain/conversation-decider.js';
import { requireNew } from '../domain/workspace-conversation.js';
import { EndingTurns } from '../lease/ending-turns.js';
import { LateBegins } from '../lease/late-begins.js';
import { LeaseKeeper } from '../lease/lease-keeper.js';
import { RequestedLease } from '../lease/requested-lease.js';
import { endOf, leftOverTurn, voidLeftOver } from '../lease/turn-in-the-way.js';
import type { ConversationBase } from '../log/conversation-base.js';
import { Conversations } from '../log/conversations.js';
import { requireRunning, type BegunTurn } from './begun-turn.js';
import { Patience } from './patience.js';
import { TurnEngine } from './turn-engine.js';

/** The first commit of a later turn. */
@Injectable()
export class BeginTurn {
  constructor(
    private readonly conversations: Conversations,
    private readonly leases: LeaseKeeper,
    private readonly patience: Patience,
    private readonly lateBegins: LateBegins,
    private readonly engine: TurnEngine,
    private readonly ending: EndingTurns,
  ) {}

  /**
   * Appends InteractionStarted and takes the lease in one statement, which also voids an abandoned turn. If its
   * response is lost, the log says whether the turn has begun. If so the turn continues, because its own lease would
   * block a retry.
   * @throws DomainError `operation_in_progress` while another turn runs, `conversation_finished`, `invalid_request`;
   * `not_found` when the abandoned turn was the first one, which discards the conversation; DuplicateMessageError
   */
  async begin(
    base: ConversationBase,
    interaction: NewInteraction,
    metadata: EventMetadata,
  ): Promise<BegunTurn> {
    const { tenantId, id } = base;
    const { interactionId } = interaction;
    const { conditions } = this.engine;
    const start = { type: 'StartInteraction', interaction, conditions } as const;
    const { owner } = this.leases;
    const requested = new RequestedLease({ tenantId, conversationId: id, interactionId, owner });
    const begun = await this.conversations
      .change(
        { tenantId, id, metadata },
        async (current) => {
          const leftOver = await leftOverTurn(this.ending, current).catch((error: unknown) => {
            // Whoever repeats the message of the turn that runs waits for its answer.
            requireNew(existing(current.state).workspace, interaction.clientMessageId);
            throw error;
          });
          if (leftOver === undefined) return { commands: [start], guard: requested.take() };
          if (leftOver.takesConversation) return { commands: [voidLeftOver], guard: endOf(leftOver) };
          return { commands: [voidLeftOver, start], guard: requested.take(leftOver.lease) };
        },
        {
          base,
          inquiry: {
            hasHappened: (current, afterVersion) =>
              this.conversations.hasBegun(current, interactionId, afterVersion),
            ...this.patience.begin(),
          },
        },
      )
      .catch((error: unknown) => {
        if (error instanceof UnknownOutcomeError) this.lateBegins.expect(interactionId);
        throw error instanceof FencedError ? interactionRunning() : error;
      });
    if (begun.state.stage === 'discarded') throw conversationNotFound();
    requireRunning(begun, interactionId);
    return { conversation: begun, lease: requested.lease, metadata };
  }
}
