import { conversationsEvents } from '@svc/contracts/public-events';
import { causedBy, type EffectHandling, type ReceivedEvent } from '@svc/event-bus';
import { EventController, OnBatch } from '@svc/event-bus/nest';
import { workspaceOf } from '@svc/kernel';
import { ConversationActivities } from '../application/activities.js';
import { factOf, type CountedEvent } from './conversation-facts.js';

/** Counts what happens in conversations of workspaces. */
@EventController('activity')
export class ActivityController {
  constructor(private readonly activities: ConversationActivities) {}

  @OnBatch<CountedEvent>(
    conversationsEvents.ConversationStarted,
    conversationsEvents.InteractionCompleted,
    conversationsEvents.InteractionVoided,
    conversationsEvents.ToolOutcomeRecorded,
    conversationsEvents.EscalationRequested,
    conversationsEvents.ConversationFinished,
    conversationsEvents.ConversationDiscarded,
  )
  async happened(events: readonly ReceivedEvent<CountedEvent>[], { tx }: EffectHandling): Promise<void> {
    const ofWorkspaces = events.filter(({ tenantId }) => workspaceOf(tenantId) !== null);
    // One append for all that a batch holds of a conversation.
    for (const [first, ...others] of Map.groupBy(ofWorkspaces, ({ streamId }) => streamId).values()) {
      if (!first) continue;
      const commands = [first, ...others].flatMap((event) => factOf(event) ?? []);
      const { tenantId, streamId } = first;
      const target = {
        ...{ tenantId, id: streamId.split('/').at(-1) ?? '', tx },
        metadata: causedBy(first, 'service:world'),
      };
      if (commands.length > 0) await this.activities.change(target, () => ({ commands }));
    }
  }
}
