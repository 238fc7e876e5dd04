import { Inject, Injectable } from '@nestjs/common';
import { DomainError, SubjectErasedError } from '@svc/errors';
import type { EventMetadata, IdGenerator, TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, IDS, SUBJECT_KEYS } from '@svc/service-host';
import { isSameExtractor, type ExtractorVersion } from '../domain/extractor-version.js';
import type { Memory } from '../domain/conversation-memories/memory.js';
import { subjectOf, type RememberedConversation } from '../domain/remembered-conversation.js';
import { checkMemories } from '../extraction/check-memories.js';
import type { MemoryExtractor } from '../extraction/memory-extractor.js';
import {
  listOutdatedExtractions,
  type OutdatedExtractions,
  type OutdatedExtractionsQuery,
} from '../projections/outdated-extractions.js';
import { Memories } from './memories.js';
import { EXTRACTOR, TRANSCRIPTS, type Transcripts } from '../ports/ports.js';
import { ReviseMemories, type Revision } from './revise-memories.js';

export interface ReextractionTarget {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  readonly metadata: EventMetadata;
  /** Otherwise it only returns what would change. */
  readonly isApplied: boolean;
  readonly signal: AbortSignal;
}

/** `current`: this extractor has read it already; `erased`: no memories are made of an erased person. */
export type Reextraction = { readonly userId: string } & (
  | { readonly outcome: 'current' | 'erased' }
  | { readonly outcome: 'reextracted'; readonly revision: Revision }
);

/**
 * For the installer: the current extractor reads past conversations again. Its memories replace those of another
 * extractor. It publishes nothing, because the stages of these conversations have completed.
 */
@Injectable()
export class ReextractMemories {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
    @Inject(TRANSCRIPTS) private readonly transcripts: Transcripts,
    @Inject(EXTRACTOR) private readonly extractor: MemoryExtractor,
    @Inject(IDS) private readonly ids: IdGenerator,
    private readonly memories: Memories,
    private readonly revisions: ReviseMemories,
  ) {}

  /** The current one. */
  get current(): ExtractorVersion {
    return { name: this.extractor.name, version: this.extractor.version };
  }

  /** Ordered by tenant and id. */
  outdated(query: Omit<OutdatedExtractionsQuery, 'extractor'>): Promise<OutdatedExtractions> {
    return listOutdatedExtractions(this.database, { ...query, extractor: this.current });
  }

  /**
   * Idempotent: an extractor does not read the same conversation twice.
   * @throws DomainError `not_found` when no memories were made of the conversation yet; `service_unavailable` when
   * keys, dimensions or the transcript are unavailable; ModelError when a model returned nothing usable
   */
  async execute(target: ReextractionTarget): Promise<Reextraction> {
    const { tenantId, conversationId, metadata, isApplied } = target;
    const { state } = await this.memories.load(tenantId, conversationId);
    if (!state?.extractedBy)
      throw new DomainError('not_found', 'No memories were made of a conversation with this id yet.');
    const { conversation } = state;
    const { userId } = conversation;
    if (isSameExtractor(state.extractedBy, this.current)) return { userId, outcome: 'current' };
    try {
      // Never give retracted words to an extractor.
      const memories = state.isRetracted ? [] : await this.#extract(target, conversation);
      const { name: extractorName, version: extractorVersion } = this.current;
      const extraction = { conversation, extractorName, extractorVersion, memories };
      const command = { type: 'ReextractMemories', ...extraction } as const;
      const revision = await this.revisions.execute({ tenantId, metadata, conversation, command, isApplied });
      return { userId, outcome: 'reextracted', revision };
    } catch (error) {
      if (error instanceof SubjectErasedError) return { userId, outcome: 'erased' };
      throw error;
    }
  }

  /** @throws SubjectErasedError */
  async #extract(
    { tenantId, signal }: ReextractionTarget,
    conversation: RememberedConversation,
  ): Promise<readonly Memory[]> {
    const subject = subjectOf(tenantId, conversation);
    if ((await this.keys.get(subject)) === 'erased') throw new SubjectErasedError(subject);
    const transcript = await this.transcripts.of(tenantId, conversation);
    if (transcript === null) throw new SubjectErasedError(subject);
    const { kept } = checkMemories(transcript, await this.extractor.extract(transcript, signal));
    return kept.map((memory) => ({ ...memory, memoryId: this.ids.resourceId(tenantId) }));
  }
}
