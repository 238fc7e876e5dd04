import { hash } from 'node:crypto';
import type { ToolOutcome } from '@svc/contracts/agents';
import type { ToolInvocation as InvocationMessage } from '@svc/contracts/conversations';
import type { z } from 'zod';
import { shown } from '../../wire/shown.js';
import { toWireTime } from '../../wire/times.js';
import { failureTypes, ToolInvocation, type InvocationResult } from './tool-invocation-schemas.js';

/** @param outcome always present, though its type can't say so */
export function fromOutcome(outcome: ToolOutcome | undefined): z.output<typeof InvocationResult> {
  const { type = 'failed', resultJson, durationMs: duration_ms = 0 } = outcome ?? {};
  if (type === 'ended')
    return { succeeded: true, output: JSON.parse(resultJson || 'null') as unknown, duration_ms };
  const failure = type === 'failed' ? outcome?.failureClass : type;
  const exception_type = failureTypes.find((one) => one === failure) ?? 'generic';
  const blocked = `The call was not made in a simulation: ${outcome?.blockedEffects.join(', ') ?? ''}`;
  const exception_message = type === 'blocked' ? blocked : (outcome?.reason ?? '');
  return { succeeded: false, exception_message, exception_type, exception_stack_trace: [], duration_ms };
}

const statuses = {
  ended: 'succeeded',
  failed: 'failed',
  unknown: 'unknown',
  'not-called': 'not-called',
} as const;

/** @param orgId of the organization that has it */
export function fromInvocation(invocation: InvocationMessage, orgId: string) {
  const { conversationId, callId, startedAtMs, endedAtMs, inputJson, status } = invocation;
  return shown(ToolInvocation, {
    id: hash('sha256', `${conversationId}/${callId}`).slice(0, 24),
    org_id: orgId,
    created_at: toWireTime(startedAtMs),
    updated_at: toWireTime(endedAtMs ?? startedAtMs),
    invocation_status: status in statuses ? statuses[status as keyof typeof statuses] : 'running',
    invocation_source: {
      type: 'regular-conversation',
      user_id: invocation.userId,
      conversation_id: conversationId,
      interaction_id: invocation.interactionId,
      invocation_metadata: metadataOf(invocation),
    },
    duration_ms: invocation.durationMs ?? null,
    tool_id: invocation.toolId,
    tool_version: invocation.toolVersion,
    inputs: JSON.parse(inputJson || '{}') as Record<string, unknown>,
  });
}

function metadataOf({ contextGraphId, contextGraphVersionNumber, state, purpose, round }: InvocationMessage) {
  const place = {
    current_state_machine_and_version: [contextGraphId, contextGraphVersionNumber] as [string, number],
    state_name: state,
  };
  if (purpose === 'engage') return { type: 'engage-user' as const, ...place, tool_call_round_index: round };
  if (purpose === 'designated') return { type: 'tool-call-state' as const, ...place };
  return {
    type: 'state-transition' as const,
    ...place,
    state_transition_index: 1,
    tool_call_round_index: round,
  };
}
