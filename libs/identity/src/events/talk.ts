import { MessageType } from '@svc/contracts/conversations';
import { conversationsEvents } from '@svc/contracts/public-events';
import { isOf, type ReceivedEvent } from '@svc/event-bus';
import { organizationOf } from '@svc/kernel';
import type { Talk } from '../projections/user-statistics.js';

/** What events of conversations say of how much was talked. */
export interface TalkOfBatch {
  /** One for each conversation, in the order of their first events. */
  readonly talks: readonly Talk[];
  /** Streams of conversations that exist no more, whatever else is said of them. */
  readonly discarded: readonly string[];
}

/** Sums up events of any conversations, those of one in their order. Workspaces have no users, so they are left out. */
export function talkOf(events: readonly ReceivedEvent[]): TalkOfBatch {
  const talks = new Map<string, Talk>();
  const discarded = new Set<string>();
  for (const event of events) {
    const orgId = organizationOf(event.tenantId);
    if (orgId === null || event.subject === null) continue;
    const { streamId, subject } = event;
    if (isOf(event, conversationsEvents.ConversationDiscarded)) discarded.add(streamId);
    const before = talks.get(streamId) ?? { ...nothingSaid, streamId, subject, orgId };
    talks.set(streamId, talkAfter(before, event));
  }
  return { talks: [...talks.values()], discarded: [...discarded] };
}

const nothingSaid = { begunBy: null, messages: 0, lastMessageAtMs: null } satisfies Partial<Talk>;

function talkAfter(talk: Talk, event: ReceivedEvent): Talk {
  if (isOf(event, conversationsEvents.ConversationStarted)) {
    // A member's: lists show users of the organization alone.
    return event.data.homeOrgId === undefined ? { ...talk, begunBy: event.data.userId } : talk;
  }
  if (isOf(event, conversationsEvents.InteractionCompleted)) {
    const visible = event.data.messages.filter(
      ({ type }) => type !== MessageType.MESSAGE_TYPE_AGENT_INNER_THOUGHT,
    );
    return { ...talk, messages: talk.messages + visible.length };
  }
  // The latest of its interaction, which completes in the same commit.
  if (isOf(event, conversationsEvents.AgentMessageCompleted))
    return { ...talk, lastMessageAtMs: event.data.message?.createdAtMs ?? talk.lastMessageAtMs };
  return talk;
}
