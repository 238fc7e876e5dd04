import type { AnalyticsEvent } from '../src/adapters/analytics-event-types.js';

const conversation = {
  ...{ conversationId: 'c', serviceId: 's', agentId: 'a', channel: 'web', direction: 'inbound' },
  startedAtMs: 1_700_000_000_123,
};

/** Every type of event, with and without what it may lack. */
export const analyticsEventSamples: readonly AnalyticsEvent[] = [
  { type: 'ConversationCounted', data: { ...conversation, credentialId: 'k', sourceVersion: 1 } },
  { type: 'ConversationCounted', data: { ...conversation, credentialId: null, sourceVersion: 1 } },
  {
    type: 'ActivityCounted',
    data: { activity: 'tool.failed', happenedAtMs: 1_700_000_000_124, durationMs: 12, sourceVersion: 2 },
  },
  {
    type: 'ActivityCounted',
    data: {
      activity: 'conversation.turn',
      happenedAtMs: 1_700_000_000_125,
      durationMs: null,
      sourceVersion: 3,
    },
  },
  {
    type: 'ConversationEndCounted',
    data: { isCompleted: true, endedAtMs: 1_700_000_000_126, sourceVersion: 4 },
  },
  { type: 'ConversationUncounted', data: { sourceVersion: 5 } },
  {
    type: 'DefinitionKnown',
    data: { definitionId: 'a', kind: 'agent', name: 'Ada', agentId: null, sourceVersion: 1 },
  },
  {
    type: 'DefinitionKnown',
    data: { definitionId: 's', kind: 'service', name: 'Desk', agentId: 'a', sourceVersion: 1 },
  },
  { type: 'DefinitionGone', data: { sourceVersion: 2 } },
  {
    type: 'TestCredentialsKnown',
    data: { workspaceId: 'w', credentialIds: ['k', 'l'], sourceVersion: 3 },
  },
  {
    type: 'ChangeAudited',
    data: {
      ...{ auditId: 'e', action: 'agent.updated', resourceType: 'agent', resourceId: 'a' },
      ...{ actor: 'user:ada', requestId: 'r', changedAtMs: 1_700_000_000_127, sourceVersion: 4 },
    },
  },
  {
    type: 'EntitiesRead',
    data: {
      reads: [{ auditId: 'u', action: 'entity.viewed', entityId: 'p', actor: 'user:ada', requestId: 'r' }],
      readAtMs: 1_700_000_000_129,
    },
  },
  {
    type: 'AuditExported',
    data: { exportId: 'x', actor: 'api_key:k', requestId: 'r', exportedAtMs: 1_700_000_000_128 },
  },
];
