import { Inject, Injectable } from '@nestjs/common';
import { FencedError } from '@svc/event-store';
import { DatabaseUnavailableError, type Database } from '@svc/postgres';
import { DATABASE, type ErasureRequest } from '@svc/service-host';
import type { ConversationKey } from '../domain/conversation-identity.js';
import { findLease, releaseLease } from '../lease/lease-rows.js';
import { Conversations } from '../log/conversations.js';
import { findOpenConversationsOf } from '../projections/conversation-query.js';

const atOnce = 100;

/**
 * Ends all open conversations of a deleted subject and their running turns, on whichever instance they run. The same
 * statement deletes the leases, so the fence refuses further appends of those turns.
 */
@Injectable()
export class EndConversations {
  constructor(
    private readonly conversations: Conversations,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /**
   * Idempotent and safe to run concurrently. One conversation that fails does not stop the others.
   * @throws the first error, once all others have ended; database errors and an abort at once.
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
      // Its turn has ended, and another one may have begun.
      { again: (error) => error instanceof FencedError },
    );
  }
}
