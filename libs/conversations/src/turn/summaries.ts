import { Inject, Injectable } from '@nestjs/common';
import { ModelError } from '@svc/engine';
import { SubjectErasedError } from '@svc/errors';
import type { EventMetadata } from '@svc/kernel';
import type { KeyRing } from '@svc/sealing';
import { LOGGER, METRICS, SUBJECT_KEYS } from '@svc/service-host';
import type { Logger, Metrics } from '@svc/telemetry';
import type { Definition } from '../application/ports.js';
import type { SummarizeConversation } from '../domain/conversation-command.js';
import { subjectOf } from '../domain/conversation-identity.js';
import type { StartedConversation } from '../domain/conversation.js';
import { SCHEDULER, type Scheduler } from '../lease/scheduler.js';
import { Conversations, type ChangedConversation } from '../log/conversations.js';
import { pinKey } from './pinned-key.js';
import { linkedSignal } from './linked-signal.js';
import { TurnEngine } from './turn-engine.js';

/** Time limit from its begin. No turn waits for a summary, so a slow model may take its time. */
export const maxSummaryMs = 60_000;

/**
 * Has the model sum up what a conversation no longer shows, after a turn has completed. It runs concurrently with the
 * next turn and without a lease, as it changes nothing that a turn depends on. A summary lost with its process is made
 * after the next turn, on any instance.
 */
@Injectable()
export class Summaries {
  readonly #stop = new AbortController();
  /** By the stream of their conversation, one each. */
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #count;

  constructor(
    private readonly engine: TurnEngine,
    private readonly conversations: Conversations,
    @Inject(SUBJECT_KEYS) private readonly keys: KeyRing,
    @Inject(SCHEDULER) private readonly scheduler: Scheduler,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.#count = metrics.counter({
      name: 'conversation_summaries_total',
      description: 'Summaries of conversations that were asked for, by outcome.',
    });
  }

  /** Never fails, and nobody waits for it. @param completed by a turn of this instance just now */
  begin(completed: ChangedConversation, definition: Definition, metadata: EventMetadata): void {
    const { state, streamId, events } = completed;
    // A conversation that was only found in the log may have changed since, and can't be loaded from this.
    if (state.stage !== 'open' || events.length === 0) return;
    if (this.#stop.signal.aborted || this.#underWay.has(streamId)) return;
    const making = this.#make(completed, state, definition, metadata)
      .catch((error: unknown) => {
        this.#count.add(1, { outcome: 'failed' });
        if (error instanceof SubjectErasedError) return;
        this.logger.warn('a conversation could not be summed up', {
          interaction_id: state.lastInteractionId,
          error,
        });
      })
      .finally(() => this.#underWay.delete(streamId));
    this.#underWay.set(streamId, making);
  }

  /** Cancels running summaries, and resolves when they have ended. No new ones begin. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('The service is stopping.'));
    await Promise.all(this.#underWay.values());
  }

  async #make(
    completed: ChangedConversation,
    conversation: StartedConversation,
    definition: Definition,
    metadata: EventMetadata,
  ): Promise<void> {
    const { tenantId, id } = completed;
    const key = await pinKey(this.keys, subjectOf(tenantId, conversation.identity));
    const late = new AbortController();
    const cancelTimer = this.scheduler.after(maxSummaryMs, () => late.abort(new ModelError('timeout')));
    const { signal, unlink } = linkedSignal([this.#stop.signal, late.signal, key.erased]);
    try {
      const command = await this.engine.sumUp(tenantId, conversation, definition, signal);
      if (command === null) return;
      await this.conversations.change({ tenantId, id, metadata }, () => command, { base: completed });
      this.#count.add(1, { outcome: outcomeOf(command) });
    } finally {
      unlink();
      cancelTimer();
      key.letGo();
    }
  }
}

/** `none`: the model had nothing to say, which is no error. */
function outcomeOf({ summary, calls }: SummarizeConversation): 'made' | 'none' | 'failed' {
  if (summary.text !== null) return 'made';
  return calls.some(({ failure }) => failure !== null) ? 'failed' : 'none';
}
