import { Injectable } from '@nestjs/common';
import { FencedError } from '@svc/event-store';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { interactionRunning } from '../domain/conversation-decider.js';
import { EndingTurns } from '../lease/ending-turns.js';
import {
  endOf,
  endOfRunning,
  leftOverTurn,
  ownTurnInTheWay,
  voidCancelled,
  voidLeftOver,
} from '../lease/turn-in-the-way.js';
import { identityOf } from '../log/conversation-base.js';
import { Conversations } from '../log/conversations.js';
import { ofWorkspace, requireEither, requireOn } from './workspace-access.js';

/**
 * Ends a conversation of a workspace for good, and with it a turn that nobody asked for. Does nothing if it has ended. Errors: see the
 * RPC.
 */
@Injectable()
export class CloseWorkspaceConversation {
  constructor(
    private readonly conversations: Conversations,
    private readonly ending: EndingTurns,
  ) {}

  async execute({ tenantId, caller, metadata }: WorkspaceRequestContext, id: string): Promise<void> {
    requireEither(caller, 'Conversation.close');
    const base = await this.conversations.load(tenantId, id);
    requireOn(caller, 'Conversation.close', ofWorkspace(identityOf(base).workspace).direction);
    const finish = { type: 'FinishConversation' } as const;
    await this.conversations
      .change(
        { tenantId, id, metadata },
        async (current) => {
          if (current.state.stage === 'finished') return { commands: [] };
          const own = await ownTurnInTheWay(this.ending, current);
          if (own !== undefined) return { commands: [voidCancelled, finish], guard: endOfRunning(own) };
          const leftOver = await leftOverTurn(this.ending, current);
          if (leftOver === undefined) return finish;
          const commands = leftOver.takesConversation ? [voidLeftOver] : [voidLeftOver, finish];
          return { commands, guard: endOf(leftOver) };
        },
        // The turn that was in the way has ended since, or goes on.
        { base, again: (error) => error instanceof FencedError },
      )
      .catch((error: unknown) => {
        throw error instanceof FencedError ? interactionRunning() : error;
      });
  }
}
