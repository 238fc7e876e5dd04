import { PostProcessingStage, type PostProcessingStageCompleted } from '@svc/contracts/memory';
import { memoryEvents } from '@svc/contracts/public-events';
import type { EffectHandling, ReceivedEvent } from '@svc/event-bus';
import { EventController, OnBatch } from '@svc/event-bus/nest';
import { DeliveryEmitter } from '../delivery/delivery-emitter.js';

/** Names of the stages on the wire. */
const stages: ReadonlyMap<PostProcessingStage, string> = new Map([
  [PostProcessingStage.POST_PROCESSING_STAGE_EXTRACT_MEMORIES, 'extract-memories'],
  [PostProcessingStage.POST_PROCESSING_STAGE_GENERATE_USER_MODELS, 'generate-user-models'],
]);

/** Notifies destinations of the stages that a finished conversation has passed. */
@EventController('post-processing')
export class PostProcessingController {
  constructor(private readonly deliveries: DeliveryEmitter) {}

  @OnBatch(memoryEvents.PostProcessingStageCompleted)
  async completed(
    events: readonly ReceivedEvent<PostProcessingStageCompleted>[],
    { tx }: EffectHandling,
  ): Promise<void> {
    await this.deliveries.emit(
      tx,
      events.flatMap(({ tenantId, eventId, subject, data: { conversationId, stage } }) => {
        const postProcessingType = stages.get(stage);
        // A stage without a name in the API is not sent.
        if (postProcessingType === undefined) return [];
        return [
          {
            tenantId,
            type: 'conversation-post-processing-complete' as const,
            eventId,
            subject,
            orderKey: conversationId,
            workspaceTenant: null,
            fields: { post_processing_type: postProcessingType, conversation_id: conversationId },
          },
        ];
      }),
    );
  }
}
