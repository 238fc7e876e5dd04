import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import { FencedError } from '@svc/event-store';
import type { IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE, IDS } from '@svc/service-host';
import { isFirstTurn } from '../domain/conversation-decider.js';
import { EndingTurns } from '../lease/ending-turns.js';
import { ownMetadata } from '../lease/leftovers.js';
import { endOf, voidLeftOver } from '../lease/turn-in-the-way.js';
import { Conversations } from '../log/conversations.js';
import { findOpenConversation, type UserInService } from '../projections/conversation-query.js';

/** A user has one open conversation in a service. */
@Injectable()
export class OpenPlace {
  constructor(
    private readonly conversations: Conversations,
    private readonly ending: EndingTurns,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /**
   * Voids the abandoned first turn of the user's open conversation, so that another one can be created. Does nothing if
   * there is none any longer.
   * @throws DomainError `conversation_already_open`, or `operation_in_progress` while another one is being created.
   */
  async vacate(place: UserInService): Promise<void> {
    const conversationId = await findOpenConversation(this.database, place);
    if (conversationId === undefined) return;
    const { tenantId } = place;
    const target = { tenantId, id: conversationId, metadata: ownMetadata(this.ids) };
    try {
      await this.conversations.change(target, async ({ state }) => {
        if (state.stage !== 'open') return { commands: [] };
        if (state.running === null || !isFirstTurn(state)) throw alreadyOpen(conversationId);
        const lease = await this.ending.leaseInTheWay({ tenantId, conversationId });
        if (lease && !lease.isExpired) throw beingCreated();
        return { commands: [voidLeftOver], guard: endOf({ lease }) };
      });
    } catch (error) {
      // Renewed, ended or voided since: the next attempt to claim the place shows which.
      if (!(error instanceof FencedError)) throw error;
    }
  }
}

function alreadyOpen(conversationId: string): DomainError {
  return new DomainError(
    'conversation_already_open',
    `You have an unfinished conversation in this service, ${conversationId}. Finish it first.`,
  );
}

function beingCreated(): DomainError {
  return new DomainError(
    'operation_in_progress',
    'A conversation in this service is being created for you. Wait for it.',
  );
}
