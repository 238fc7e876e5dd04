import { FinishReason, type ConversationFinished } from '@svc/contracts/conversations';
import { conversationsEvents } from '@svc/contracts/public-events';
import type { ReceivedEvent } from '@svc/event-bus';
import { EventController, ReactTo } from '@svc/event-bus/nest';
import { workspaceOf } from '@svc/kernel';
import { InferValues } from '../processing/infer-values.js';

const inferred: ReadonlySet<FinishReason> = new Set([
  FinishReason.FINISH_REASON_REQUESTED,
  FinishReason.FINISH_REASON_COMPLETED,
]);

/** Reads finished conversations of workspaces for what their keys ask about the person. */
@EventController('inference')
export class InferenceController {
  constructor(private readonly inferValues: InferValues) {}

  @ReactTo(conversationsEvents.ConversationFinished)
  async finished({ tenantId, streamId, data }: ReceivedEvent<ConversationFinished>): Promise<void> {
    if (workspaceOf(tenantId) === null || !inferred.has(data.reason)) return;
    const conversationId = streamId.split('/').at(-1) ?? '';
    const { userId: entityId, finishedAtMs } = data;
    await this.inferValues.execute({ tenantId, conversationId, entityId, finishedAtMs });
  }
}
