import { FinishReason, type ConversationFinished } from '@svc/contracts/conversations';
import { conversationsEvents } from '@svc/contracts/public-events';
import { causedBy, type ReceivedEvent } from '@svc/event-bus';
import { EventController, ReactTo } from '@svc/event-bus/nest';
import { organizationOf, userOfSubject } from '@svc/kernel';
import { PostProcessings } from '../application/post-processings.js';
import { StageWorker } from '../processing/stage-worker.js';

/** Starts post-processing, except for conversations that end because their person is deleted. */
const remembered: ReadonlySet<FinishReason> = new Set([
  FinishReason.FINISH_REASON_REQUESTED,
  FinishReason.FINISH_REASON_COMPLETED,
]);

/**
 * Starts the post-processing of each finished conversation. The stages themselves run outside the bus. Those of workspaces are left
 * alone: their people are entities, which have no memories here.
 */
@EventController('post-processing')
export class PostProcessingController {
  constructor(
    private readonly postProcessings: PostProcessings,
    private readonly worker: StageWorker,
  ) {}

  @ReactTo(conversationsEvents.ConversationFinished)
  async finished(event: ReceivedEvent<ConversationFinished>): Promise<void> {
    const { tenantId, streamId, data } = event;
    if (organizationOf(tenantId) === null || !remembered.has(data.reason)) return;
    const conversationId = streamId.split('/').at(-1) ?? '';
    const { userId, serviceId, finishedAtMs } = data;
    const conversation = { conversationId, userId, serviceId, homeOrgId: homeOrgOf(event), finishedAtMs };
    const target = { tenantId, id: conversationId, metadata: causedBy(event, 'service:memory') };
    await this.postProcessings.change(target, () => ({ type: 'StartPostProcessing', conversation }));
    this.worker.wake();
  }
}

/** The tenant of a member's record is their home organization; null: the organization itself. */
function homeOrgOf({ tenantId, subject }: ReceivedEvent): string | null {
  const home = subject === null ? null : userOfSubject(subject);
  if (home === null) throw new TypeError('A conversation is the record of somebody.');
  return home.tenantId === tenantId ? null : organizationOf(home.tenantId);
}
