import { Inject, Injectable } from '@nestjs/common';
import { FencedError } from '@svc/event-store';
import type { RequestContext } from '@svc/rpc';
import { interactionRunning } from '../domain/conversation-decider.js';
import { EndingTurns } from '../lease/ending-turns.js';
import { endOf, leftOverTurn, voidLeftOver } from '../lease/turn-in-the-way.js';
import { identityOf } from '../log/conversation-base.js';
import { Conversations } from '../log/conversations.js';
import { requireChange } from './access.js';
import { ownerAheadOf } from './owner.js';
import { USERS, type Users } from '../ports/ports.js';

/** Ends a conversation for good. One without messages is deleted. Errors: see the RPC. */
@Injectable()
export class FinishConversation {
  constructor(
    private readonly conversations: Conversations,
    private readonly ending: EndingTurns,
    @Inject(USERS) private readonly users: Users,
  ) {}

  async execute(
    context: RequestContext,
    { conversationId: id }: { readonly conversationId: string },
  ): Promise<void> {
    const { tenantId, caller, metadata } = context;
    const ownerOf = await ownerAheadOf(this.users, context);
    const base = await this.conversations.load(tenantId, id);
    const identity = identityOf(base);
    const owner = await ownerOf(identity.userId);
    requireChange(caller, 'Conversation:FinishConversation', { tenantId, identity, owner });

    // The expected version of the stream keeps a turn from beginning at the same time.
    const finish = { type: 'FinishConversation' } as const;
    await this.conversations
      .change(
        { tenantId, id, metadata },
        async (current) => {
          const leftOver = await leftOverTurn(this.ending, current);
          if (leftOver === undefined) return finish;
          const commands = leftOver.takesConversation ? [voidLeftOver] : [voidLeftOver, finish];
          return { commands, guard: endOf(leftOver) };
        },
        { base },
      )
      .catch((error: unknown) => {
        throw error instanceof FencedError ? interactionRunning() : error;
      });
  }
}
