import { Inject, Injectable } from '@nestjs/common';
import type { Commit, CommitAnswer, TurnOutcome } from '@svc/engine';
import { UnknownOutcomeError } from '@svc/event-store';
import type { IdGenerator } from '@svc/kernel';
import type { KeyRing } from '@svc/sealing';
import { IDS, LOGGER, SUBJECT_KEYS } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import { noRecord, type TakenTurn } from '../domain/conversation-command.js';
import { existing } from '../domain/conversation-decider.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { EndingTurns } from '../lease/ending-turns.js';
import { LeaseKeeper } from '../lease/lease-keeper.js';
import type { Admission } from './admission.js';
import type { BegunTurn } from './begun-turn.js';
import { pinKey } from './pinned-key.js';
import { linkedSignal } from './linked-signal.js';
import { RunningTurns } from './running-turns.js';
import { SettleTurn, type VoidRecord } from './settle-turn.js';
import { Summaries } from './summaries.js';
import { tellTurn } from './tell-turn.js';
import { ToldTools } from './told-tools.js';
import { ToolCalls } from './tool-calls.js';
import { TurnEngine, type EngineTurn } from './turn-engine.js';
import type { TurnEvent } from './turn-event.js';
import { TurnMetrics } from './turn-metrics.js';

/** Why a turn ends early. */
interface TurnSignals {
  /** The client has disconnected. */
  readonly caller: AbortSignal;
  /** The grace period of the stop is over. */
  readonly cutOff: AbortSignal;
  /** The user is deleted. */
  readonly erased: AbortSignal;
}

/**
 * A turn from the call to its last event:
 *
 *     admit    the use case checks the caller, the conversation and its definition; nothing is written
 *     begin    first commit: the input and the lease; only then the client gets its first byte
 *     run      the engine walks the graph; pieces are sent as they come
 *     settle   last commit, requested by the engine: the outcome, and the end of the lease; only then
 *              `interaction-complete` is sent. A summary may follow
 *
 * A begun turn ends in one of two ways: committed, or void. If the log can't say in time which, the stream ends without
 * its last event and without an error.
 */
@Injectable()
export class Turns {
  constructor(
    private readonly running: RunningTurns,
    private readonly leases: LeaseKeeper,
    private readonly ending: EndingTurns,
    private readonly settle: SettleTurn,
    private readonly engine: TurnEngine,
    private readonly summaries: Summaries,
    private readonly toolCalls: ToolCalls,
    private readonly metrics: TurnMetrics,
    @Inject(SUBJECT_KEYS) private readonly keys: KeyRing,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @param caller aborts when the client disconnects; ending the iteration does the same.
   * @throws DomainError `service_unavailable` once this instance stops; errors of the parts.
   */
  async *take(admit: () => Promise<Admission>, caller: AbortSignal): AsyncGenerator<TurnEvent, void, void> {
    const pass = this.running.enter();
    try {
      const admission = await admit();
      const key = await pinKey(this.keys, admission.subject);
      try {
        const begun = await admission.begin();
        yield* this.#runAndSettle(admission, begun, { caller, cutOff: pass.cutOff, erased: key.erased });
      } finally {
        key.letGo();
      }
    } finally {
      pass.leave();
    }
  }

  /**
   * The turn is void when the model fails, the client disconnects, the lease is lost, this instance stops too soon or
   * the user is deleted.
   */
  async *#runAndSettle(
    admission: Admission,
    first: BegunTurn,
    { caller, cutOff, erased }: TurnSignals,
  ): AsyncGenerator<TurnEvent, void, void> {
    // Commits in the middle of the turn move it on.
    let begun = first;
    const measured = this.metrics.begin();
    const held = this.leases.hold(begun.lease);
    const watched = this.ending.watch(begun.lease, caller);
    const { signal, unlink } = linkedSignal([caller, held.lost, cutOff, erased]);
    let outcome: TurnOutcome = 'cancelled';
    let taken: EngineTurn | null = null;
    let events: readonly ConversationEvent[] = [];
    try {
      const conversation = existing(begun.conversation.state);
      yield* admission.announce(conversation);

      const messageId = this.#newId(begun);
      const { tenantId } = begun.conversation;
      const { definition, showsActions, showsToolCalls = false } = admission;
      const commit = async (left: Commit): Promise<CommitAnswer> => {
        const isLast = left.contents.type === 'turn';
        const stored = isLast
          ? await this.settle.complete(
              begun,
              this.#taken(begun, admission, messageId, left),
              admission.answerHeldMs,
            )
          : await this.settle.note(begun, left.notes);
        if ('refused' in stored) return stored;
        begun = { ...begun, conversation: stored };
        events = stored.events;
        if (isLast) this.summaries.begin(stored, definition, begun.metadata);
        return 'acknowledged';
      };
      const onToolTime = (ms: number): void => held.extend(ms);
      const told = showsToolCalls ? new ToldTools() : null;
      const hooks = { commit, onToolTime, told };
      taken = await this.engine.begin(tenantId, conversation, admission, hooks, signal);
      const result = yield* tellTurn(taken.signals, { messageId, showsActions, told }, () =>
        measured.spoke(),
      );
      outcome = 'completed';
      yield {
        type: 'interaction-complete',
        messageId,
        interactionId: begun.lease.interactionId,
        fullMessage: result.message,
        conversationCompleted: result.conversationCompleted,
        after: existing(begun.conversation.state),
        events,
      };
    } catch (error) {
      if (error instanceof UnknownOutcomeError) {
        outcome = 'unknown';
        const { interactionId } = begun.lease;
        this.logger.error('a turn has an unknown outcome', { interaction_id: interactionId, error: error });
        return;
      }
      if (!caller.aborted) outcome = 'failed';
      throw signal.aborted ? (signal.reason as Error) : error;
    } finally {
      unlink();
      held.letGo();
      measured.ended(outcome);
      if (outcome === 'cancelled') watched.hasGone();
      // With an unknown outcome the log decides or, once the lease has expired, the instance that finds it.
      if (outcome === 'cancelled' || outcome === 'failed')
        await this.#void(begun, erased.aborted ? 'deletion' : outcome, voidRecordOf(taken));
      this.toolCalls.follow(begun);
      watched.letGo();
    }
  }

  #taken(
    { lease, ...begun }: BegunTurn,
    { definition }: Admission,
    messageId: string,
    { contents, ...record }: Commit,
  ): TakenTurn {
    if (contents.type !== 'turn') throw new TypeError('Only the commit of its result ends a turn.');
    const { result } = contents;
    return {
      interactionId: lease.interactionId,
      ...record,
      result,
      agentName: definition.agent.identity.name,
      messageId,
      innerThoughtIds: result.innerThoughts.map(() => this.#newId(begun)),
    };
  }

  /** If even that fails, the lease expires, and the instance that finds it voids the turn. */
  async #void(
    begun: BegunTurn,
    reason: 'cancelled' | 'failed' | 'deletion',
    record: VoidRecord,
  ): Promise<void> {
    await this.settle.void(begun, reason, record).catch((error: unknown) => {
      const { interactionId } = begun.lease;
      this.logger.error('a turn could not be voided', { interaction_id: interactionId, error });
    });
  }

  #newId({ conversation }: Pick<BegunTurn, 'conversation'>): string {
    return this.ids.resourceId(conversation.tenantId);
  }
}

function voidRecordOf(taken: EngineTurn | null): VoidRecord {
  return taken === null ? noRecord : { ...taken.record(), notes: taken.notes() };
}
