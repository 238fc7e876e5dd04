import {
  PostProcessingStage as PostProcessingStageProto,
  type PostProcessingStageCompleted,
} from '@svc/contracts/memory';
import { memoryEvents } from '@svc/contracts/public-events';
import type { EffectHandling, ReceivedEvent } from '@svc/event-bus';
import { EventController, OnBatch } from '@svc/event-bus/nest';
import {
  insertCompletedPostProcessings,
  type PostProcessingStage,
} from '../projections/completed-post-processings.js';

/** Ignores stages that only a newer release knows. */
const stages = new Map<PostProcessingStageProto, PostProcessingStage>([
  [PostProcessingStageProto.POST_PROCESSING_STAGE_EXTRACT_MEMORIES, 'extract-memories'],
  [PostProcessingStageProto.POST_PROCESSING_STAGE_GENERATE_USER_MODELS, 'generate-user-models'],
]);

/** Records the completed stages of conversations, for their lists. */
@EventController('analysis')
export class AnalysisController {
  @OnBatch(memoryEvents.PostProcessingStageCompleted)
  async completed(
    events: readonly ReceivedEvent<PostProcessingStageCompleted>[],
    { tx }: EffectHandling,
  ): Promise<void> {
    const completed = events.flatMap(({ tenantId, data: { conversationId, stage: message } }) => {
      const stage = stages.get(message);
      return stage === undefined ? [] : [{ tenantId, conversationId, stage }];
    });
    if (completed.length > 0) await insertCompletedPostProcessings(tx, completed);
  }
}
