import type {
  AgentMessageCompleted,
  ConversationDiscarded,
  ConversationStarted,
  InteractionCompleted,
} from '@svc/contracts/conversations';
import { conversationsEvents } from '@svc/contracts/public-events';
import type { EffectHandling, ReceivedEvent, StreamRef } from '@svc/event-bus';
import { EventController, OnBatch, OnResync } from '@svc/event-bus/nest';
import { applyConversationCounts, uncountConversation } from '../projections/user-statistics.js';
import { countsOf } from './conversation-counts.js';

type Counted = ConversationStarted | AgentMessageCompleted | InteractionCompleted | ConversationDiscarded;

/** Keeps how much each user has talked, so that lists of users can sort by it without calling another service. */
@EventController('user-statistics')
export class UserStatisticsController {
  @OnBatch<Counted>(
    conversationsEvents.ConversationStarted,
    conversationsEvents.AgentMessageCompleted,
    conversationsEvents.InteractionCompleted,
    conversationsEvents.ConversationDiscarded,
  )
  async talked(events: readonly ReceivedEvent[], { tx }: EffectHandling): Promise<void> {
    const { counts, discarded } = countsOf(events);
    await applyConversationCounts(tx, counts);
    for (const streamId of discarded) await uncountConversation(tx, streamId);
  }

  @OnResync()
  async forget({ streamId }: StreamRef, { tx }: EffectHandling): Promise<void> {
    await uncountConversation(tx, streamId);
  }
}
