import type { SqlFragment } from '@svc/event-store';
import { organizationOf, type TenantId } from '@svc/kernel';
import type { ConversationEvent } from '../domain/conversation-event.js';
import type { Conversation } from '../domain/conversation.js';
import { toolCallsOf } from '../domain/tool-events.js';
import { toolInvocationTable, type ToolInvocationSource } from './tool-invocation-table.js';

/**
 * Calls of tools of an organization. They follow from the events, as the state forgets old ones; a call that is still open is
 * always in the state, so that one which the state does not know is new.
 */
export function toolInvocationRows(
  tenantId: TenantId,
  before: Conversation,
  after: Conversation,
  events: readonly ConversationEvent[],
): readonly SqlFragment[] {
  if (organizationOf(tenantId) === null || after.stage === 'absent') return [];
  const known = new Set(before.stage === 'absent' ? [] : toolCallsOf(before).map(({ id }) => id));
  // Nothing is left of a discarded conversation but its log.
  if (after.stage === 'discarded')
    return known.size === 0 ? [] : [toolInvocationTable.removeOf(tenantId, after.identity.conversationId)];
  const latest = new Map<string, ToolInvocationSource>();
  for (const event of events) {
    if (event.type !== 'ToolIntentRecorded' && event.type !== 'ToolOutcomeRecorded') continue;
    const { interactionId, call } = event.data;
    // Only built-in tools have no version.
    if (call.version === null) continue;
    const outcome = event.type === 'ToolOutcomeRecorded' ? event.data : null;
    latest.set(call.callId, { tenantId, identity: after.identity, interactionId, call, outcome });
  }
  const [kept, added] = [[...latest.values()], [] as ToolInvocationSource[]];
  const updates = kept.flatMap((source) => {
    if (known.has(source.call.callId)) return [toolInvocationTable.update(source)];
    added.push(source);
    return [];
  });
  return [...toolInvocationTable.insertAll(added), ...updates];
}
