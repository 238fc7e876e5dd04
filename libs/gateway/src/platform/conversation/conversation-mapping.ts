import type {
  WorkspaceConversation,
  WorkspaceToolCall,
  WorkspaceTurn,
  WorkspaceTurnOutcome,
} from '@svc/contracts/conversations';
import { ConversationDirection } from '@svc/contracts/conversations';
import type { z } from 'zod';
import { shown } from '../../wire/shown.js';
import { toWireTime } from '../../wire/times.js';
import { channels, roles, statuses } from './channel-kinds.js';
import {
  ConversationDetail,
  ConversationSummary,
  ConversationTurn,
  ToolCallDetail,
  TurnResponse,
} from './conversation-answers.js';

const directions: Readonly<Record<ConversationDirection, string | null>> = {
  [ConversationDirection.CONVERSATION_DIRECTION_UNSPECIFIED]: null,
  [ConversationDirection.CONVERSATION_DIRECTION_INBOUND]: 'inbound',
  [ConversationDirection.CONVERSATION_DIRECTION_OUTBOUND]: 'outbound',
  [ConversationDirection.CONVERSATION_DIRECTION_SIMULATED]: 'simulated',
};

export function fromConversation(conversation: WorkspaceConversation) {
  const { createdAtMs, updatedAtMs, completionReason = null, state = null } = conversation;
  const hasEnded = completionReason !== null;
  return shown(ConversationSummary, {
    id: conversation.conversationId,
    channel_kind: channels.fromProto(conversation.channel),
    status: statuses.fromProto(conversation.status),
    lifecycle: lifecycleOf(conversation),
    entity_id: conversation.entityId,
    service_id: conversation.serviceId,
    direction: directions[conversation.direction],
    turn_count: conversation.turnCount,
    duration_seconds: hasEnded ? (updatedAtMs - createdAtMs) / 1_000 : null,
    created_at: toWireTime(createdAtMs),
    updated_at: toWireTime(updatedAtMs),
    ...ofCalls,
    phone_number: conversation.recipient ?? null,
    completion_reason: completionReason,
    final_state: hasEnded ? state : null,
    source: 'text',
  });
}

const ofCalls = {
  call_sid: null,
  caller_id: null,
  quality_score: null,
  has_recording: null,
  escalation_status: null,
};

/** Asleep between two turns, and awake until the user has spoken. */
function lifecycleOf({ completionReason, isRunning, turnCount }: WorkspaceConversation) {
  if (completionReason !== undefined) return 'closed';
  return isRunning || turnCount === 0 ? 'active' : 'dormant';
}

export function fromDetail(conversation: WorkspaceConversation | undefined, turns: readonly WorkspaceTurn[]) {
  return shown(ConversationDetail, {
    ...fromConversation(present(conversation)),
    turns: turns.map(fromTurn),
    plan: null,
    voice: null,
  });
}

export function fromTurn(turn: WorkspaceTurn) {
  const transitions = turn.stateTransitions.map(({ from, to }) => ({ from, to }));
  return shown(ConversationTurn, {
    turn_id: turn.turnId ?? null,
    turn_index: turn.turnIndex ?? null,
    role: roles.fromProto(turn.role),
    text: turn.text,
    timestamp: toWireTime(turn.createdAtMs),
    channel: channels.fromProto(turn.channel),
    content: [],
    tool_calls: turn.toolCalls.map(fromToolCall),
    selected_action_description: turn.action ?? null,
    state_transition: transitions.at(-1) ?? null,
    state_transitions: transitions,
    available_actions: [],
  });
}

export function fromToolCall(call: WorkspaceToolCall) {
  return shown(ToolCallDetail, {
    tool_name: call.toolName,
    call_id: call.callId,
    input: JSON.parse(call.inputJson || '{}') as Record<string, unknown>,
    result: call.result,
    succeeded: call.succeeded,
    duration_ms: call.durationMs ?? null,
    error_message: call.errorMessage ?? null,
  });
}

/** Of a turn without a message of the user: nothing was said. */
function nothingSaid({ channel }: WorkspaceConversation): z.input<typeof ConversationTurn> {
  return {
    ...{ turn_id: null, turn_index: null, role: 'user', text: '', timestamp: null },
    channel: channels.fromProto(channel),
    ...{ content: [], tool_calls: [], selected_action_description: null },
    ...{ state_transition: null, state_transitions: [], available_actions: [] },
  };
}

export function fromOutcome(outcome: WorkspaceTurnOutcome, includeToolCalls: boolean) {
  const conversation = present(outcome.conversation);
  const { conversationId: id, status, turnCount, updatedAtMs, state } = conversation;
  const output = outcome.output.map((turn) => fromTurn(includeToolCalls ? turn : { ...turn, toolCalls: [] }));
  return shown(TurnResponse, {
    turn_id: outcome.input?.turnId ?? output.at(-1)?.turn_id ?? null,
    input: outcome.input ? fromTurn(outcome.input) : nothingSaid(conversation),
    output,
    tool_calls: output.flatMap(({ tool_calls: calls }) => calls),
    conversation: {
      id,
      status: statuses.fromProto(status),
      turn_count: turnCount,
      updated_at: toWireTime(updatedAtMs),
      context_graph_state: state === undefined ? null : { name: state },
    },
    background_pending: outcome.backgroundPending,
  });
}

/** By contract, messages of the service are complete. */
export function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('The conversations service has answered with half a message.');
  return value;
}
