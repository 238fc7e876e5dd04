import { MessageType } from '@svc/contracts/conversations';
import { conversationsEvents } from '@svc/contracts/public-events';
import { isEventOf, type ReceivedEvent } from '@svc/event-bus';
import { organizationOf } from '@svc/kernel';
import type { ConversationCounts } from '../projections/user-statistics.js';

/** The numbers in the events of conversations. */
export interface BatchCounts {
  /** One for each conversation, in the order of their first events. */
  readonly counts: readonly ConversationCounts[];
  /** Streams of discarded conversations, whatever their other events are. */
  readonly discarded: readonly string[];
}

/**
 * Sums up events of any conversations; those of one must be in order. Workspaces have no users, so they are left out.
 */
export function countsOf(events: readonly ReceivedEvent[]): BatchCounts {
  const counts = new Map<string, ConversationCounts>();
  const discarded = new Set<string>();
  for (const event of events) {
    const orgId = organizationOf(event.tenantId);
    if (orgId === null || event.subject === null) continue;
    const { streamId, subject } = event;
    if (isEventOf(event, conversationsEvents.ConversationDiscarded)) discarded.add(streamId);
    const before = counts.get(streamId) ?? { ...nothingSaid, streamId, subject, orgId };
    counts.set(streamId, countsAfter(before, event));
  }
  return { counts: [...counts.values()], discarded: [...discarded] };
}

const nothingSaid = {
  begunBy: null,
  messages: 0,
  lastMessageAtMs: null,
} satisfies Partial<ConversationCounts>;

function countsAfter(counts: ConversationCounts, event: ReceivedEvent): ConversationCounts {
  if (isEventOf(event, conversationsEvents.ConversationStarted)) {
    // A member's: lists show only users of the organization.
    return event.data.homeOrgId === undefined ? { ...counts, begunBy: event.data.userId } : counts;
  }
  if (isEventOf(event, conversationsEvents.InteractionCompleted)) {
    const visible = event.data.messages.filter(
      ({ type }) => type !== MessageType.MESSAGE_TYPE_AGENT_INNER_THOUGHT,
    );
    return { ...counts, messages: counts.messages + visible.length };
  }
  // The last of its interaction, which completes in the same commit.
  if (isEventOf(event, conversationsEvents.AgentMessageCompleted))
    return { ...counts, lastMessageAtMs: event.data.message?.createdAtMs ?? counts.lastMessageAtMs };
  return counts;
}
