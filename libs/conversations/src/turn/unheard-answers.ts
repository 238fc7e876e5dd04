import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '@svc/postgres';
import { DATABASE, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import type { ConversationKey } from '../domain/conversation-identity.js';

/** An answer of a turn, and the exchange that it belongs to. */
export interface UnheardAnswer {
  readonly interactionId: string;
  /** Null: the user had said nothing yet. */
  readonly turnIndex: number | null;
}

/**
 * Answers in workspaces that nobody was there to hear: the caller of their turn had left, or the service took the turn itself. Each
 * is collected once. Whoever reads the conversation sees them in any case.
 */
@Injectable()
export class UnheardAnswers {
  readonly #adding = new Set<Promise<void>>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never fails: an answer that can't be noted is found by reading the conversation. */
  add(conversation: ConversationKey, answers: readonly UnheardAnswer[]): Promise<void> {
    const adding = this.#add(conversation, answers).catch((error: unknown) =>
      this.logger.warn('an answer that nobody has heard could not be noted', { error }),
    );
    this.#adding.add(adding);
    return adding.finally(() => this.#adding.delete(adding));
  }

  /** Takes all there are; whoever does not deliver them has to `add` them again. */
  async take({ tenantId, conversationId }: ConversationKey): Promise<readonly UnheardAnswer[]> {
    const { rows } = await this.database.query<UnheardAnswer>({
      name: 'conversations.take_unheard_answers',
      text: `DELETE FROM conversations.unheard_answer WHERE tenant_id = $1 AND conversation_id = $2
             RETURNING interaction_id AS "interactionId", turn_index AS "turnIndex"`,
      values: [tenantId, conversationId],
    });
    return rows;
  }

  /** Removes those of an erased person. */
  async eraseOf(subject: string): Promise<void> {
    await this.database.query({
      name: 'conversations.erase_unheard_answers',
      text: `DELETE FROM conversations.unheard_answer WHERE (tenant_id, conversation_id) IN (
               SELECT tenant_id, conversation_id FROM conversations.conversation WHERE subject = $1)`,
      values: [subject],
    });
  }

  /** Resolves when all are noted. */
  async drain(): Promise<void> {
    await Promise.all(this.#adding);
  }

  async #add(
    { tenantId, conversationId }: ConversationKey,
    answers: readonly UnheardAnswer[],
  ): Promise<void> {
    if (answers.length === 0) return;
    await this.database.query({
      name: 'conversations.add_unheard_answers',
      text: `INSERT INTO conversations.unheard_answer (tenant_id, conversation_id, interaction_id, turn_index)
             SELECT $1, $2, * FROM unnest($3::text[], $4::integer[]) ON CONFLICT DO NOTHING`,
      values: [
        tenantId,
        conversationId,
        answers.map(({ interactionId }) => interactionId),
        answers.map(({ turnIndex }) => turnIndex),
      ],
    });
  }
}
