import { Inject, Injectable } from '@nestjs/common';
import { FencedError } from '@svc/event-store';
import { DatabaseUnavailableError, type Database } from '@svc/postgres';
import { DATABASE, type ErasureRequest } from '@svc/service-host';
import { findLease, releaseLease, type ConversationKey } from '../lease/lease-rows.js';
import { Conversations } from '../log/conversations.js';
import { findOpenConversationsOf } from '../projections/conversation-query.js';

const atOnce = 100;

/**
 * Ends all open conversations of a subject who is deleted, and the turns that run in them, whichever instance runs them:
 * their leases go with the same statement, so that whatever they would still write is refused.
 */
@Injectable()
export class EndConversations {
  constructor(
    private readonly conversations: Conversations,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * Can be repeated, also side by side and after being interrupted: what has ended stays as it is. A conversation that
   * can't be ended keeps no other from it.
   * @throws the first failure, once all others have ended; what is about the database, or an abort, at once.
   */
  async execute({ subject, metadata, signal }: ErasureRequest): Promise<void> {
    const errors: unknown[] = [];
    let after: ConversationKey | undefined;
    do {
      const open = await findOpenConversationsOf(this.database, subject, atOnce, after);
      for (const conversation of open) {
        signal?.throwIfAborted();
        try {
          await this.#end(conversation, metadata);
        } catch (error) {
          if (error instanceof DatabaseUnavailableError) throw error;
          errors.push(error);
        }
      }
      after = open.at(-1);
    } while (after);
    if (errors.length > 0) throw errors[0];
  }

  async #end(
    { tenantId, conversationId }: ConversationKey,
    metadata: ErasureRequest['metadata'],
  ): Promise<void> {
    await this.conversations.change(
      { tenantId, id: conversationId, metadata },
      async ({ state }) => {
        const isRunning = state.stage === 'open' && state.running !== null;
        const lease = isRunning && (await findLease(this.database, { tenantId, conversationId }));
        return {
          commands: [{ type: 'EndForDeletion' }],
          ...(lease && { guard: () => releaseLease(lease) }),
        };
      },
      // Its turn has ended meanwhile, and perhaps another one has begun.
      { again: (error) => error instanceof FencedError },
    );
  }
}
