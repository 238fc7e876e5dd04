import { Inject, Injectable } from '@nestjs/common';
import type { SqlFragment } from '@svc/event-store';
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

interface FoundAnswer extends UnheardAnswer {
  readonly isTaken: boolean;
  readonly isFree: boolean;
}

export interface HeldAnswers {
  readonly taken: readonly UnheardAnswer[];
  /** Somebody else is being told others, who may not get them. */
  readonly areOthersHeld: boolean;
  /** Others are left, for the next one who asks: they are too many for one answer. */
  readonly areOthersLeft: boolean;
}

/** How long a poll has to deliver what it takes. */
const pollMs = 10_000;
/** How many it takes: the longest ones about fill an answer. */
const takenAtOnce = 20;

const afterMs = (parameter: string): string =>
  `clock_timestamp() + ${parameter}::float8 * interval '1 millisecond'`;

const isFree = '(held_until IS NULL OR (NOT $4 AND held_until <= clock_timestamp()))';

/**
 * Notes an answer, in the commit of its turn: no crash comes between.
 * @param heldMs how long whoever waits for the turn has to hear it; 0: nobody waits
 */
export function noteAnswer(
  { tenantId, conversationId }: ConversationKey,
  { interactionId, turnIndex }: UnheardAnswer,
  heldMs: number,
): SqlFragment {
  return {
    name: 'unheard_answer',
    text: `INSERT INTO conversations.unheard_answer (tenant_id, conversation_id, interaction_id, turn_index, held_until)
           VALUES ($1, $2, $3, $4, ${afterMs('$5')})`,
    values: [tenantId, conversationId, interactionId, turnIndex, heldMs === 0 ? null : heldMs],
  };
}

/**
 * Answers in workspaces that were not delivered yet. Each is noted with its turn. Who delivers one holds it, so that it is told once, and
 * then says that it was heard. Where that one dies, it is free again after a while: it may be told twice, and is never lost. Whoever
 * reads the conversation sees it in any case.
 */
@Injectable()
export class UnheardAnswers {
  readonly #noting = new Set<Promise<void>>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Holds the oldest that nobody holds. Whoever does not deliver them has to `release` them.
   * @param isTurnRunning somebody else's turn: it may be about to tell those that it holds
   */
  async hold(
    { tenantId, conversationId }: ConversationKey,
    { isTurnRunning }: { readonly isTurnRunning: boolean },
  ): Promise<HeldAnswers> {
    const { rows } = await this.database.query<FoundAnswer>({
      name: 'conversations.hold_unheard_answers',
      text: `WITH taken AS (
               UPDATE conversations.unheard_answer SET held_until = ${afterMs('$3')}
                WHERE tenant_id = $1 AND conversation_id = $2 AND ${isFree} AND interaction_id IN (
                  SELECT interaction_id FROM conversations.unheard_answer
                   WHERE tenant_id = $1 AND conversation_id = $2 AND ${isFree}
                   ORDER BY turn_index NULLS FIRST, interaction_id LIMIT $5)
               RETURNING interaction_id
             ), of_conversation AS (
               SELECT interaction_id AS "interactionId", turn_index AS "turnIndex",
                      interaction_id IN (SELECT interaction_id FROM taken) AS "isTaken", ${isFree} AS "isFree"
                 FROM conversations.unheard_answer WHERE tenant_id = $1 AND conversation_id = $2
             )
             SELECT * FROM of_conversation ORDER BY "isTaken" DESC, "isFree" DESC LIMIT $5 + 1`,
      values: [tenantId, conversationId, pollMs, isTurnRunning, takenAtOnce],
    });
    const taken = rows.filter(({ isTaken }) => isTaken);
    return {
      taken: taken.map(({ interactionId, turnIndex }) => ({ interactionId, turnIndex })),
      areOthersHeld: rows.some((row) => !row.isTaken && !row.isFree),
      areOthersLeft: rows.some((row) => !row.isTaken && row.isFree),
    };
  }

  /** They were not delivered: the next one gets them. Never fails: then they are free once they are no longer held. */
  release(conversation: ConversationKey, interactionIds: readonly string[]): Promise<void> {
    return this.#note(conversation, interactionIds, {
      name: 'conversations.release_unheard_answers',
      text: `UPDATE conversations.unheard_answer SET held_until = NULL
              WHERE tenant_id = $1 AND conversation_id = $2 AND interaction_id = ANY($3::text[])`,
    });
  }

  /** They were delivered. Never fails: then they are told again. */
  heard(conversation: ConversationKey, interactionIds: readonly string[]): Promise<void> {
    return this.#note(conversation, interactionIds, {
      name: 'conversations.remove_heard_answers',
      text: `DELETE FROM conversations.unheard_answer
              WHERE tenant_id = $1 AND conversation_id = $2 AND interaction_id = ANY($3::text[])`,
    });
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

  /** Resolves when all is noted. */
  async drain(): Promise<void> {
    await Promise.all(this.#noting);
  }

  async #note(
    { tenantId, conversationId }: ConversationKey,
    interactionIds: readonly string[],
    statement: { readonly name: string; readonly text: string },
  ): Promise<void> {
    if (interactionIds.length === 0) return;
    const values = [tenantId, conversationId, interactionIds];
    const noting = this.database.query({ ...statement, values }).then(
      () => undefined,
      (error: unknown) => this.logger.warn('who has heard an answer could not be noted', { error }),
    );
    this.#noting.add(noting);
    await noting.finally(() => this.#noting.delete(noting));
  }
}
