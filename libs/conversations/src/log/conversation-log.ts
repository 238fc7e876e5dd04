import {
  AggregateRepository,
  ConcurrencyError,
  type AggregateAppend,
  type AggregateStore,
  type EventStore,
  type LoadedAggregate,
  type SqlFragment,
} from '@svc/event-store';
import type { Clock, EventMetadata, TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { ConversationCommand } from '../domain/conversation-command.js';
import { conversationDecider } from '../domain/conversation-decider.js';
import { evolve, type Conversation } from '../domain/conversation.js';
import type { ConversationEvent } from '../domain/conversation-event.js';
import { conversationRows } from '../projections/conversation-rows.js';
import { conversationSnapshots } from './conversation-snapshots.js';
import { RecentConversations } from './recent-conversations.js';

export type LoadedConversation = LoadedAggregate<Conversation>;

export interface LogOptions {
  readonly database: Database;
  readonly store: AggregateStore<ConversationEvent> & Pick<EventStore<ConversationEvent>, 'readStream'>;
  readonly clock: Clock;
}

export interface AppendOptions {
  readonly metadata: EventMetadata;
  readonly guard?: SqlFragment;
  readonly alongside?: readonly SqlFragment[];
}

type Untimed<Command> = Command extends unknown ? Omit<Command, 'atMs'> : never;
export type UntimedCommand = Untimed<ConversationCommand>;

/** The streams of this context together with the read models that follow each append in its own statement. */
export class ConversationLog {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #store: LogOptions['store'];
  readonly #repository: AggregateRepository<Conversation, ConversationEvent>;
  readonly #recent: RecentConversations;

  constructor({ database, store, clock }: LogOptions) {
    this.#database = database;
    this.#clock = clock;
    this.#store = store;
    this.#recent = new RecentConversations(clock);
    this.#repository = new AggregateRepository({
      store,
      decider: conversationDecider,
      category: 'conversation',
      snapshot: conversationSnapshots,
    });
  }

  /** For an id just made. */
  initial(tenantId: TenantId, conversationId: string): LoadedConversation {
    return this.#repository.initial(tenantId, conversationId);
  }

  /** One query: snapshot and tail. */
  load(tenantId: TenantId, conversationId: string): Promise<LoadedConversation> {
    return this.#repository.load(this.#database, tenantId, conversationId);
  }

  /** Whether the turn that began with `begun` is stored as completed, also when others have gone on since. One query. */
  async hasCompleted({ streamId, head }: LoadedConversation, interactionId: string): Promise<boolean> {
    const since = await this.#store.readStream(this.#database, streamId, { afterVersion: head.version });
    return since.some(
      ({ event }) => event.type === 'InteractionCompleted' && event.data.interactionId === interactionId,
    );
  }

  /**
   * As this instance has left it, when it still knows: maybe not as it is now. No query. For an append that may meet a
   * refusal (ConcurrencyError, FencedError) and then loads; a decision against the caller needs `load`.
   */
  recall(tenantId: TenantId, conversationId: string): LoadedConversation | undefined {
    return this.#recent.recall(this.#repository.initial(tenantId, conversationId).streamId);
  }

  /** The events that commands lead to, one upon the other. @throws DomainError when one of them breaks a rule. */
  decide(state: Conversation, ...commands: readonly UntimedCommand[]): readonly ConversationEvent[] {
    const atMs = this.#clock.now();
    const events: ConversationEvent[] = [];
    let current = state;
    for (const command of commands) {
      const decided = conversationDecider.decide(current, { ...command, atMs });
      current = decided.reduce(evolve, current);
      events.push(...decided);
    }
    return events;
  }

  /** One statement: events, read models, guard and companions. */
  async append(
    loaded: LoadedConversation,
    events: readonly ConversationEvent[],
    { metadata, guard, alongside = [] }: AppendOptions,
  ): Promise<LoadedConversation> {
    const rows = conversationRows(loaded.tenantId, loaded.state, events);
    const options: AggregateAppend = {
      metadata,
      alongside: [...alongside, ...rows],
      ...(guard && { guard }),
    };
    try {
      const appended = await this.#repository.append(this.#database, loaded, events, options);
      this.#recent.remember(appended);
      return appended;
    } catch (failure) {
      if (failure instanceof ConcurrencyError) this.#recent.refused(loaded);
      else this.#recent.forget(loaded);
      throw failure;
    }
  }
}
