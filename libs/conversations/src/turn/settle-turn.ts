import { Inject, Injectable } from '@nestjs/common';
import type { ToolNote } from '@svc/engine';
import { DomainError } from '@svc/errors';
import { FencedError } from '@svc/event-store';
import { DatabaseUnavailableError } from '@svc/postgres';
import { noRecord, type TakenTurn, type VoidInteraction } from '../domain/conversation-command.js';
import { existing } from '../domain/conversation-decider.js';
import type { VoidReason } from '../domain/conversation-event.js';
import { afterTurn, currentIndex } from '../domain/workspace-conversation.js';
import { keepLease, releaseLease } from '../lease/lease-rows.js';
import { SCHEDULER, type Scheduler } from '../lease/scheduler.js';
import { Conversations, type ChangedConversation } from '../log/conversations.js';
import type { LoadedConversation } from '../log/loaded-conversation.js';
import type { BegunTurn } from './begun-turn.js';
import { Patience } from './patience.js';
import { noteAnswer, type UnheardAnswer } from './unheard-answers.js';

/**
 * Waits before the second, third, … attempt during an outage of the database: 3 s in all, enough for the restart of a
 * server.
 */
const waitsMs = [200, 400, 800, 1_600];

const eventOf = { intent: 'ToolIntentRecorded', outcome: 'ToolOutcomeRecorded' } as const;

/** What a void turn leaves behind. */
export type VoidRecord = Omit<VoidInteraction, 'type' | 'reason'>;

interface RefusedTurn {
  readonly refused: Error;
}

/** The last commit of a turn: its outcome and the end of its lease, in one statement. */
@Injectable()
export class SettleTurn {
  constructor(
    private readonly conversations: Conversations,
    private readonly patience: Patience,
    @Inject(SCHEDULER) private readonly scheduler: Scheduler,
  ) {}

  /**
   * The response to the commit can get lost with the connection. Then the log is queried until it has the commit, or
   * the turn is void.
   * @param answerHeldMs see `Admission`
   * @returns the conversation; refused when the turn was taken over, or its subject is erased
   * @throws UnknownOutcomeError when the log gave no result in time; DatabaseUnavailableError when nothing was sent.
   */
  async complete(
    begun: BegunTurn,
    turn: TakenTurn,
    answerHeldMs?: () => number,
  ): Promise<ChangedConversation | RefusedTurn> {
    return refusable(() => this.#appendCompletion(begun, turn, answerHeldMs));
  }

  /**
   * Stores notes in the middle of the turn, which keeps its lease.
   * @returns the conversation, or why it is refused
   * @throws like `complete`
   */
  async note(
    { conversation, lease, metadata }: BegunTurn,
    notes: readonly ToolNote[],
  ): Promise<ChangedConversation | RefusedTurn> {
    const { tenantId, id } = conversation;
    const { interactionId } = lease;
    const command = { type: 'RecordToolNotes', interactionId, notes } as const;
    const written = notes.map(({ type, call }) => `${eventOf[type]} ${call.id}`);
    return refusable(() =>
      this.conversations.change(
        { tenantId, id, metadata },
        () => ({ commands: [command], guard: () => keepLease(lease) }),
        {
          base: conversation,
          inquiry: {
            hasHappened: (current, afterVersion) =>
              this.conversations.hasNoted(current, written, afterVersion),
            ...this.patience.begin(),
          },
          again: this.#retryInOutage(),
        },
      ),
    );
  }

  #appendCompletion(
    { conversation, lease, metadata }: BegunTurn,
    turn: TakenTurn,
    answerHeldMs?: () => number,
  ): Promise<ChangedConversation> {
    const { tenantId, id } = conversation;
    return this.conversations.change(
      { tenantId, id, metadata },
      (current) => ({
        commands: [{ type: 'CompleteInteraction', turn }],
        guard: () => releaseLease(lease),
        alongside:
          answerHeldMs === undefined
            ? []
            : [noteAnswer(lease, answerOf(current, lease.interactionId), answerHeldMs())],
      }),
      {
        base: conversation,
        inquiry: {
          hasHappened: () => this.conversations.hasCompleted(conversation, lease.interactionId),
          ...this.patience.begin(),
        },
        again: this.#retryInOutage(),
      },
    );
  }

  /**
   * Does nothing if another process has taken over the turn, and so voided it.
   * @param record is stored too, unless the person was erased meanwhile.
   */
  async void(begun: BegunTurn, reason: VoidReason, record: VoidRecord): Promise<void> {
    try {
      await this.#appendVoid(begun, reason, record);
    } catch (error) {
      if (error instanceof FencedError) return;
      if (record.calls.length + record.facts.length === 0 || error instanceof DatabaseUnavailableError)
        throw error;
      const { notes = [] } = record;
      await this.void(begun, reason, { ...noRecord, notes });
    }
  }

  async #appendVoid(
    { conversation, lease, metadata }: BegunTurn,
    reason: VoidReason,
    record: VoidRecord,
  ): Promise<void> {
    const { tenantId, id } = conversation;
    await this.conversations.change(
      { tenantId, id, metadata },
      () => ({
        commands: [{ type: 'VoidInteraction', reason, ...record }],
        guard: () => releaseLease(lease),
      }),
      { base: conversation, again: this.#retryInOutage() },
    );
  }

  #retryInOutage(): (error: unknown) => Promise<boolean> {
    const waits = waitsMs.values();
    return async (error) => {
      if (!(error instanceof DatabaseUnavailableError)) return false;
      const { value: waitMs, done } = waits.next();
      if (done) return false;
      await this.scheduler.wait(waitMs);
      return true;
    };
  }
}

/** Of a turn that is about to complete. */
function answerOf({ state }: Pick<LoadedConversation, 'state'>, interactionId: string): UnheardAnswer {
  const { workspace, running } = existing(state);
  const after = afterTurn(workspace, running?.kind === 'user-message', 0);
  return { interactionId, turnIndex: currentIndex(after) };
}

/** Permanent rejections, unlike an outage. */
async function refusable(
  append: () => Promise<ChangedConversation>,
): Promise<ChangedConversation | RefusedTurn> {
  try {
    return await append();
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'service_unavailable') return { refused: error };
    throw error;
  }
}
