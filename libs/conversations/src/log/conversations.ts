import { Inject, Injectable } from '@nestjs/common';
import { SubjectErasedError } from '@svc/errors';
import {
  CommandHandler,
  type ChangeOptions,
  type CommandTarget,
  type Decide,
  type Decision,
  type HandledCommand,
} from '@svc/event-store';
import type { Clock, TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE } from '@svc/service-host';
import type { ConversationCommand } from '../domain/conversation-command.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import type { Conversation } from '../domain/conversation.js';
import { conversationAggregate } from './conversation-aggregate.js';
import { isRecalled, type ConversationBase } from './conversation-base.js';
import { ConversationStore } from './conversation-store.js';
import type { LoadedConversation } from './loaded-conversation.js';
import type { RecalledConversation } from './recalled-conversation.js';
import { RecentConversations } from './recent-conversations.js';

export type ChangedConversation = HandledCommand<Conversation, ConversationEvent>;
export type DecideOnConversation = Decide<Conversation, ConversationCommand>;

export interface ConversationChange extends Omit<ChangeOptions<Conversation>, 'base' | 'isBaseCurrent'> {
  /** What the first decision starts from, instead of a load. A rejection based on a recalled one is decided again. */
  readonly base?: ConversationBase | undefined;
}

/** The streams of conversations. Recently used ones are cached. */
@Injectable()
export class Conversations extends CommandHandler<Conversation, ConversationCommand, ConversationEvent> {
  readonly #recent: RecentConversations;
  readonly #watchers = new Set<(changed: ChangedConversation) => void>();

  constructor(
    private readonly store: ConversationStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) clock: Clock,
  ) {
    super(conversationAggregate, { store, database, clock });
    this.#recent = new RecentConversations(clock);
  }

  /** No query. Undefined: this instance has it no longer. */
  recall(tenantId: TenantId, conversationId: string): RecalledConversation | undefined {
    return this.#recent.recall(this.initial(tenantId, conversationId).streamId);
  }

  /** @param watcher gets each conversation that this instance has changed. @returns a function that ends it */
  watch(watcher: (changed: ChangedConversation) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  override async create(
    target: CommandTarget,
    decision: ConversationCommand | Decision<ConversationCommand>,
    options?: Pick<ConversationChange, 'inquiry' | 'again'>,
  ): Promise<ChangedConversation> {
    const created = await this.#noticingErasure(super.create(target, decision, options));
    this.#recent.remember(created);
    return created;
  }

  override async change(
    target: CommandTarget,
    decide: DecideOnConversation,
    { base, ...options }: ConversationChange = {},
  ): Promise<ChangedConversation> {
    const left = this.#recent.take(this.initial(target.tenantId, target.id).streamId);
    const isOnMemory = base !== undefined && isRecalled(base);
    const start = isOnMemory ? left : base;
    const changing = super.change(
      target,
      (current) => {
        if (isOnMemory && left !== undefined && hasMovedSince(left, current)) this.#recent.distrust();
        return decide(current);
      },
      { ...options, base: start, isBaseCurrent: !isOnMemory },
    );
    const changed = await this.#noticingErasure(changing);
    this.#recent.remember(changed);
    for (const watcher of this.#watchers) watcher(changed);
    return changed;
  }

  /** The subject was erased: removes everything of it from the cache. */
  forget(subject: string): void {
    this.#recent.forget(subject);
  }

  /** Whether the log has the turn that began with `begun` as completed, even if others followed. One query. */
  hasCompleted(begun: LoadedConversation, interactionId: string): Promise<boolean> {
    return this.#holds(begun, 'InteractionCompleted', interactionId, begun.head.version);
  }

  /** Whether a turn has begun after that version, even if it has ended since. One query. */
  hasBegun(conversation: LoadedConversation, interactionId: string, afterVersion: number): Promise<boolean> {
    return this.#holds(conversation, 'InteractionStarted', interactionId, afterVersion);
  }

  /** Whether the log has all of these notes on tools after that version. One query. @param notes `<event type> <call>` */
  async hasNoted(
    { streamId }: LoadedConversation,
    notes: readonly string[],
    afterVersion: number,
  ): Promise<boolean> {
    const since = await this.store.readStream(this.database, streamId, { afterVersion });
    const noted = new Set(
      since.flatMap(({ event }) =>
        event.type === 'ToolIntentRecorded' || event.type === 'ToolOutcomeRecorded'
          ? [`${event.type} ${event.data.call.callId}`]
          : [],
      ),
    );
    return notes.every((note) => noted.has(note));
  }

  /** Another instance may have erased the subject: check the log. */
  #noticingErasure(changing: Promise<ChangedConversation>): Promise<ChangedConversation> {
    return changing.catch((error: unknown) => {
      if (error instanceof SubjectErasedError) this.forget(error.subject);
      throw error;
    });
  }

  async #holds(
    { streamId }: LoadedConversation,
    type: 'InteractionStarted' | 'InteractionCompleted',
    interactionId: string,
    afterVersion: number,
  ): Promise<boolean> {
    const since = await this.store.readStream(this.database, streamId, { afterVersion });
    return since.some(({ event }) => event.type === type && event.data.interactionId === interactionId);
  }
}

/** A rejection for another reason also starts the change again. */
function hasMovedSince(left: LoadedConversation, current: LoadedConversation): boolean {
  return !left.head.hash.equals(current.head.hash);
}
