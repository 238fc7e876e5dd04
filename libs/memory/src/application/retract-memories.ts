import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import { ConcurrencyError } from '@svc/event-store';
import type { EventMetadata, TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { subjectOf } from '../domain/remembered-conversation.js';
import { withoutRetracted, type Retraction } from '../domain/user-model/retraction.js';
import { episodeOf, userModelOf } from '../domain/user-model/user-model-of.js';
import { insightsOf } from '../projections/insights-query.js';
import { conversationOfRetracted } from '../projections/retracted-query.js';
import { Episodes } from './episodes.js';
import { Memories } from './memories.js';
import { DIMENSIONS, type Dimensions } from './ports.js';
import { UserModels } from './user-models.js';

/** Each lost race is a conversation of the same user whose user model was made meanwhile. */
const maxAttempts = 5;

export interface RetractionTarget {
  readonly tenantId: TenantId;
  readonly metadata: EventMetadata;
  readonly retraction: Retraction;
}

/** For the operator: memories are taken back, and what was derived from them is made again from those that are left. */
@Injectable()
export class RetractMemories {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
    @Inject(DIMENSIONS) private readonly dimensions: Dimensions,
    private readonly memories: Memories,
    private readonly episodes: Episodes,
    private readonly models: UserModels,
  ) {}

  /**
   * @returns the ids of the memories that were retracted: none for a conversation of which none is left.
   * @throws DomainError `not_found`, also when the person was erased; `service_unavailable` when keys or dimensions can't
   * be had now, and when conversations of the user keep finishing.
   */
  async execute(target: RetractionTarget): Promise<readonly string[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#retract(target);
      } catch (failure) {
        if (!(failure instanceof ConcurrencyError)) throw failure;
        if (attempt === maxAttempts)
          throw new DomainError('service_unavailable', 'Conversations of the user are finishing. Try again.');
      }
    }
  }

  /** Retraction and what follows from it are one commit. */
  async #retract({ tenantId, metadata, retraction }: RetractionTarget): Promise<readonly string[]> {
    const conversationId = await conversationOfRetracted(this.database, tenantId, retraction);
    if (conversationId === undefined) throw notFound(retraction);
    const base = await this.memories.load(tenantId, conversationId);
    if (base.state === null) throw notFound(retraction);
    const { conversation } = base.state;
    const { userId } = conversation;
    // Of nobody that was erased is anything made again.
    if ((await this.keys.get(subjectOf(tenantId, conversation))) === 'erased') throw notFound(retraction);
    const dimensions = await this.dimensions.of(tenantId);
    // The model before the memories: what a conversation adds to both meanwhile is a race for the model's stream.
    const model = await this.models.load(tenantId, userId);
    const insights = await insightsOf(this.database, this.keys, { tenantId, userId });
    const left = withoutRetracted(insights, [retraction]);
    const kept = new Set(left);
    const memoryIds = insights.filter((insight) => !kept.has(insight)).map(({ memoryId }) => memoryId);
    if (memoryIds.length === 0) return [];
    const { entries } = episodeOf(conversationId, left, dimensions);
    await this.database.transaction(async (tx) => {
      const target = { tenantId, id: conversationId, metadata, tx };
      await this.memories.change(target, () => ({ type: 'RetractMemories', memoryIds }), {
        base,
        isBaseCurrent: true,
      });
      await this.episodes.change(target, () => ({
        type: 'ModelEpisode',
        conversation,
        entries,
        retractedMemoryIds: memoryIds,
      }));
      await this.models.change(
        { ...target, id: userId },
        () => ({
          type: 'UpdateUserModel',
          conversation,
          model: userModelOf(left, dimensions),
          retractedMemoryIds: memoryIds,
        }),
        { base: model, isBaseCurrent: true },
      );
    });
    return memoryIds;
  }
}

function notFound({ type }: Retraction): DomainError {
  return new DomainError('not_found', `There is no ${type} with this id that anything is remembered of.`);
}
