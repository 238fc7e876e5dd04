import { PinnedModelPreference } from '@svc/contracts/conversations';
import { column, defineTable, instant, personal, unlisted } from '@svc/event-store';
import { canonicalJson, type TenantId } from '@svc/kernel';
import { subjectOf } from '../domain/conversation-identity.js';
import type { StartedConversation } from '../domain/conversation.js';

/** A conversation that lists show. */
export interface ListedSource {
  readonly tenantId: TenantId;
  readonly conversation: StartedConversation;
}

/** What lists show of conversations. Their tags are in `conversationTagTable`. */
export const conversationTable = defineTable<ListedSource>()('conversations.conversation', {
  key: {
    tenantId: unlisted(column(({ tenantId }) => tenantId)),
    conversationId: column(({ conversation }) => conversation.identity.conversationId),
  },
  fixed: {
    userId: column(({ conversation }) => conversation.identity.userId),
    serviceId: column(({ conversation }) => conversation.identity.serviceId),
    createdAtMs: instant(({ conversation }) => conversation.identity.startedAtMs),
    subject: column(({ tenantId, conversation }) => subjectOf(tenantId, conversation.identity)),
    versionSetName: column(({ conversation }) => conversation.identity.pins.versionSetName),
    agentId: column(({ conversation }) => conversation.identity.pins.agentId),
    agentVersionNumber: column(({ conversation }) => conversation.identity.pins.agentVersionNumber),
    contextGraphId: column(({ conversation }) => conversation.identity.pins.contextGraphId),
    contextGraphVersionNumber: column(
      ({ conversation }) => conversation.identity.pins.contextGraphVersionNumber,
    ),
    llmModelPreferences: column(({ conversation }) => preferencesOf(conversation)),
  },
  columns: {
    isFinished: column(({ conversation }) => conversation.stage === 'finished'),
    finalMessage: personal(
      column(({ conversation }) => finalMessageOf(conversation)),
      { erased: '' },
    ),
    numMessages: column(({ conversation }) => conversation.visibleMessages),
    lastMessageAtMs: unlisted(instant(({ conversation }) => conversation.lastMessageAtMs)),
  },
  subjectRows: 'subject = $1',
});

/** JSON array of messages `svc.conversations.v1.PinnedModelPreference`. */
function preferencesOf({ identity }: StartedConversation): string {
  const { llmModelPreferences } = identity.pins;
  return canonicalJson(
    llmModelPreferences.map((preference) => PinnedModelPreference.toJSON({ ...preference })),
  );
}

/** An agent's message is always the newest of its interaction, and short enough for the window. */
function finalMessageOf({ transcript }: StartedConversation): string {
  return transcript.findLast(({ type }) => type === 'agent-message')?.text ?? '';
}
