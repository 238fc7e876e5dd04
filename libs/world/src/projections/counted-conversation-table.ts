import { column, defineTable, instant, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import { timesOf, type ActivityCount } from '../domain/activity/activity-counts.js';
import type { ConversationActivity } from '../domain/activity/conversation-activity.js';

type CountedConversationRow = ConversationActivity & { readonly tenantId: TenantId };

/** A row for each conversation that counts. */
export const countedConversationTable = defineTable<CountedConversationRow>()('world.counted_conversation', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    conversationId: column((row) => row.conversationId),
  },
  fixed: {
    serviceId: column((row) => row.serviceId),
    agentId: column((row) => row.agentId),
    channel: column((row) => row.channel),
    direction: column((row) => row.direction),
    credentialId: column((row) => row.credentialId),
    startedAtMs: instant((row) => row.startedAtMs),
  },
  columns: {
    endedAtMs: instant((row) => row.endedAtMs),
    isCompleted: column((row) => row.isCompleted),
    escalations: column((row) => timesOf(row.counts, 'escalation.requested')),
    toolsSucceeded: column((row) => timesOf(row.counts, 'tool.succeeded')),
    toolsFailed: column((row) => timesOf(row.counts, 'tool.failed')),
  },
});

interface ActivityOfDayRow extends ActivityCount {
  readonly tenantId: TenantId;
  readonly conversation: ConversationActivity;
}

/** How often something happened in a conversation on a day. */
export const activityOfDayTable = defineTable<ActivityOfDayRow>()('world.activity_of_day', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    conversationId: column((row) => row.conversation.conversationId),
    day: column((row) => row.day),
    activity: column((row) => row.activity),
  },
  fixed: {
    source: column((row) => row.conversation.channel),
    credentialId: column((row) => row.conversation.credentialId),
  },
  columns: {
    count: column((row) => row.count),
    measured: column((row) => row.measured),
    durationMs: column((row) => row.durationMs),
  },
});
