import { Inject, Injectable } from '@nestjs/common';
import type { Commit, CommitAnswer, NewSummary } from '@svc/engine';
import { SubjectErasedError } from '@svc/errors';
import type { EventMetadata } from '@svc/kernel';
import type { KeyRing } from '@svc/sealing';
import { LOGGER, METRICS, SUBJECT_KEYS } from '@svc/service-host';
import type { Logger, Metrics } from '@svc/telemetry';
import type { Definition } from '../ports/ports.js';
import { subjectOf } from '../domain/conversation-identity.js';
import type { StartedConversation } from '../domain/conversation.js';
import { Conversations, type ChangedConversation } from '../log/conversations.js';
import { pinKey } from './pinned-key.js';
import { linkedSignal } from './linked-signal.js';
import { TurnEngine } from './turn-engine.js';

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
    const { tenantId } = completed;
    const key = await pinKey(this.keys, subjectOf(tenantId, conversation.identity));
    const { signal, unlink } = linkedSignal([this.#stop.signal, key.erased]);
    const commit = (made: Commit) => this.#commit(completed, conversation, metadata, made);
    try {
      await this.engine.sumUp(tenantId, conversation, definition, commit, signal);
    } finally {
      unlink();
      key.letGo();
    }
  }

  /** It needs no lease: other turns may have begun or ended since. */
  async #commit(
    completed: ChangedConversation,
    { lastInteractionId }: StartedConversation,
    metadata: EventMetadata,
    { contents, ...record }: Commit,
  ): Promise<CommitAnswer> {
    if (contents.type !== 'summary' || lastInteractionId === null)
      throw new TypeError('Behind a turn only a summary is stored.');
    const { tenantId, id } = completed;
    const { summary } = contents;
    const command = {
      type: 'SummarizeConversation',
      interactionId: lastInteractionId,
      ...record,
      summary,
    } as const;
    await this.conversations.change({ tenantId, id, metadata }, () => command, { base: completed });
    this.#count.add(1, { outcome: outcomeOf(summary) });
    return 'acknowledged';
  }
}

/** `none`: the model had nothing to say, which is no error. */
function outcomeOf({ text }: NewSummary): 'made' | 'none' | 'failed' {
  if (text === null) return 'failed';
  return text === '' ? 'none' : 'made';
}
