import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import type { EventMetadata, TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { subjectOf, type RememberedConversation } from '../domain/remembered-conversation.js';
import type { Retraction } from '../domain/user-model/retraction.js';
import { conversationOfRetracted } from '../projections/retracted-query.js';
import { TRANSCRIPTS, type Transcripts } from '../ports/ports.js';
import { PostProcessings } from './post-processings.js';
import { ReviseMemories } from './revise-memories.js';

export interface RetractionTarget {
  readonly tenantId: TenantId;
  readonly metadata: EventMetadata;
  readonly retraction: Retraction;
  /** Conversation of a message; null: that of the memories that quote the message. */
  readonly conversationOfMessage: string | null;
}

/**
 * For the installer: retracts memories, and derives user models again from the remaining ones. A conversation or a
 * message can be retracted before memories are made of it: then none are made.
 */
@Injectable()
export class RetractMemories {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
    @Inject(TRANSCRIPTS) private readonly transcripts: Transcripts,
    private readonly postProcessings: PostProcessings,
    private readonly revisions: ReviseMemories,
  ) {}

  /**
   * @returns the ids of the retracted memories: empty if the conversation has none left.
   * @throws DomainError `not_found`, also when the person was erased; `service_unavailable` when keys, dimensions or
   * transcripts are unavailable, and when conversations of the user keep finishing.
   */
  async execute(target: RetractionTarget): Promise<readonly string[]> {
    const { tenantId, metadata, retraction } = target;
    const conversation = await this.#conversationOf(target);
    // Nothing is derived again for an erased person.
    if (!conversation || (await this.keys.get(subjectOf(tenantId, conversation))) === 'erased')
      throw notFound(retraction);
    const { removed } = await this.revisions.execute({
      tenantId,
      metadata,
      conversation,
      command: { type: 'RetractMemories', conversation, retraction },
      isApplied: true,
    });
    return removed.map(({ memoryId }) => memoryId);
  }

  /** Null: it belongs to no finished conversation. */
  async #conversationOf({
    tenantId,
    retraction,
    conversationOfMessage,
  }: RetractionTarget): Promise<RememberedConversation | null> {
    const isNamed = retraction.type === 'message' && conversationOfMessage !== null;
    const conversationId = isNamed
      ? conversationOfMessage
      : await conversationOfRetracted(this.database, tenantId, retraction);
    if (conversationId === undefined) return null;
    const { state } = await this.postProcessings.load(tenantId, conversationId);
    if (state === null || !isNamed) return state?.conversation ?? null;
    const transcript = await this.transcripts.of(tenantId, state.conversation);
    const isSaid = transcript?.messages.some(({ messageId }) => messageId === retraction.messageId);
    return isSaid === true ? state.conversation : null;
  }
}

function notFound({ type }: Retraction): DomainError {
  return new DomainError('not_found', `There is no ${type} with this id that anything is remembered of.`);
}
