import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import { ConcurrencyError, type LoadedAggregate } from '@svc/event-store';
import type { Clock, EventMetadata, TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { CLOCK, DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import {
  conversationMemoriesDecider,
  type ConversationMemories,
  type ConversationMemoriesCommand,
  type ConversationMemoriesEvent,
} from '../domain/conversation-memories/conversation-memories.js';
import type { ExtractorVersion } from '../domain/extractor-version.js';
import { sourceMemoriesFrom } from '../domain/conversation-memories/source-memories.js';
import type { CurrentMemory } from '../domain/conversation-memories/memory.js';
import type { RememberedConversation } from '../domain/remembered-conversation.js';
import { episodeOf, userModelOf } from '../domain/user-model/user-model-of.js';
import type { UserModel, UserModelEntry } from '../domain/user-model/user-model.js';
import { sourceMemoriesOf } from '../projections/source-memory-query.js';
import { Episodes } from './episodes.js';
import { Memories } from './memories.js';
import { DIMENSIONS, type Dimensions } from '../ports/ports.js';
import { UserModels } from './user-models.js';

/** An attempt is lost when another conversation of the same user gets its user model first. */
const maxAttempts = 5;

export interface RevisionTarget {
  readonly tenantId: TenantId;
  readonly metadata: EventMetadata;
  readonly conversation: RememberedConversation;
  readonly command: ConversationMemoriesCommand;
  /** Otherwise nothing is written. */
  readonly isApplied: boolean;
}

/** What a command changes, or would. */
export interface Revision {
  readonly added: readonly CurrentMemory[];
  readonly removed: readonly CurrentMemory[];
  readonly kept: number;
  readonly modelBefore: UserModel;
  readonly modelAfter: UserModel;
}

/** A decided revision, and the state that it was decided on. */
interface DecidedRevision extends Revision {
  readonly base: LoadedAggregate<ConversationMemories>;
  readonly model: LoadedAggregate<UserModel | null>;
  readonly episode: readonly UserModelEntry[];
  /** Whether the memories have a different content than before. */
  readonly isFelt: boolean;
  readonly cause: {
    readonly retractedMemoryIds: readonly string[];
    readonly reextractedBy: ExtractorVersion | null;
  };
}

/** Changes the memories of a conversation and derives everything from them again, in one commit. */
@Injectable()
export class ReviseMemories {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DIMENSIONS) private readonly dimensions: Dimensions,
    private readonly memories: Memories,
    private readonly episodes: Episodes,
    private readonly models: UserModels,
  ) {}

  /**
   * @throws DomainError `service_unavailable` when keys or dimensions are unavailable, and when conversations of the
   * user keep finishing.
   */
  async execute(target: RevisionTarget): Promise<Revision> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const revision = await this.#decide(target);
        if (target.isApplied) await this.#commit(target, revision);
        return revision;
      } catch (error) {
        if (!(error instanceof ConcurrencyError)) throw error;
        if (attempt === maxAttempts)
          throw new DomainError('service_unavailable', 'Conversations of the user are finishing. Try again.');
      }
    }
  }

  async #decide({ tenantId, conversation, command }: RevisionTarget): Promise<DecidedRevision> {
    const { conversationId, userId } = conversation;
    const dimensions = await this.dimensions.of(tenantId);
    // Load the model before the memories: then a conversation that adds to both in between makes the append to the
    // model fail.
    const model = await this.models.load(tenantId, userId);
    const base = await this.memories.load(tenantId, conversationId);
    const memories = await sourceMemoriesOf(this.database, this.keys, { tenantId, userId });
    const events = conversationMemoriesDecider.decide(base.state, { ...command, atMs: this.clock.now() });
    const after = events.reduce(
      (state, event) => conversationMemoriesDecider.evolve(state, event),
      base.state,
    );
    const others = memories.filter((memory) => memory.conversationId !== conversationId);
    const left = [...others, ...sourceMemoriesFrom(after)];
    const stoodBefore = idsOf(base.state);
    const standsAfter = idsOf(after);
    return {
      base,
      model,
      added: after?.memories.filter(({ memoryId }) => !stoodBefore.has(memoryId)) ?? [],
      removed: base.state?.memories.filter(({ memoryId }) => !standsAfter.has(memoryId)) ?? [],
      kept: [...stoodBefore].filter((memoryId) => standsAfter.has(memoryId)).length,
      modelBefore: model.state ?? { entries: [] },
      modelAfter: userModelOf(left, dimensions),
      episode: episodeOf(conversationId, left, dimensions).entries,
      isFelt: tellingOf(base.state) !== tellingOf(after),
      cause: causeOf(events),
    };
  }

  async #commit(
    { tenantId, metadata, conversation, command }: RevisionTarget,
    { base, model, episode, cause, modelAfter, isFelt }: DecidedRevision,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      const target = { tenantId, id: conversation.conversationId, metadata, tx };
      await this.memories.change(target, () => command, { base, isBaseCurrent: true });
      if (!isFelt) return;
      await this.episodes.change(target, () => ({
        type: 'ModelEpisode',
        conversation,
        entries: episode,
        ...cause,
      }));
      await this.models.change(
        { ...target, id: conversation.userId },
        () => ({ type: 'UpdateUserModel', conversation, model: modelAfter, ...cause }),
        { base: model, isBaseCurrent: true },
      );
    });
  }
}

function idsOf(state: ConversationMemories): ReadonlySet<string> {
  return new Set(state?.memories.map(({ memoryId }) => memoryId));
}

/** The memories of a user model, in the order of the fold. */
function tellingOf(state: ConversationMemories): string {
  return JSON.stringify(sourceMemoriesFrom(state).map(({ ordinal: _ordinal, ...memory }) => memory));
}

function causeOf(events: readonly ConversationMemoriesEvent[]): DecidedRevision['cause'] {
  return {
    retractedMemoryIds: events.flatMap(({ type, data }) =>
      type === 'MemoriesRetracted' ? data.memoryIds : [],
    ),
    reextractedBy:
      events
        .map(({ type, data }) =>
          type === 'MemoriesExtracted' ? { name: data.extractorName, version: data.extractorVersion } : null,
        )
        .find((extractor) => extractor !== null) ?? null,
  };
}
