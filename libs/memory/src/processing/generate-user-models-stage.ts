import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { Episodes } from '../application/episodes.js';
import { DIMENSIONS, type Dimensions } from '../ports/ports.js';
import { PostProcessings } from '../application/post-processings.js';
import { UserModels } from '../application/user-models.js';
import { episodeOf, userModelOf } from '../domain/user-model/user-model-of.js';
import { sourceMemoriesOf } from '../projections/source-memory-query.js';
import type { StageRun } from './stage-of-conversation.js';

/** The end of the conversation only. */
const cause = { retractedMemoryIds: [], reextractedBy: null };

/** L2 of the conversation, then L3 of its user. */
@Injectable()
export class GenerateUserModelsStage {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
    @Inject(DIMENSIONS) private readonly dimensions: Dimensions,
    private readonly episodes: Episodes,
    private readonly models: UserModels,
    private readonly postProcessings: PostProcessings,
  ) {}

  /**
   * One commit appends both models and the completion of the stage.
   * @throws SubjectErasedError; ConcurrencyError when another run or another conversation of the user was faster; any
   * error that stopped it.
   */
  async run({ tenantId, conversation, metadata }: StageRun): Promise<void> {
    const { conversationId, userId } = conversation;
    const dimensions = await this.dimensions.of(tenantId);
    // Load the model before the memories: then a conversation that adds to both in between makes the append to the
    // model fail.
    const base = await this.models.load(tenantId, userId);
    const memories = await sourceMemoriesOf(this.database, this.keys, { tenantId, userId });
    const { entries } = episodeOf(conversationId, memories, dimensions);
    const model = userModelOf(memories, dimensions);
    await this.database.transaction(async (tx) => {
      const target = { tenantId, id: conversationId, metadata, tx };
      await this.episodes.create(target, {
        type: 'ModelEpisode',
        conversation,
        entries,
        ...cause,
      });
      await this.models.change(
        { ...target, id: userId },
        () => ({ type: 'UpdateUserModel', conversation, model, ...cause }),
        { base, isBaseCurrent: true },
      );
      await this.postProcessings.change(target, () => ({
        type: 'CompleteStage',
        stage: 'generate-user-models',
      }));
    });
  }
}
