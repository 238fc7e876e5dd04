import { anyObject } from '@svc/definitions/schema';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { wireTime } from '../../wire/times.js';
import { uuid } from '../uuid.js';
import { Channel, Status } from './channel-kinds.js';

const ofAll = {
  id: uuid,
  channel_kind: Channel,
  status: Status,
  lifecycle: z.enum(['active', 'dormant', 'closed']),
  entity_id: uuid.nullable(),
  service_id: uuid.nullable(),
  /** `inbound`, `outbound`, `simulated`. */
  direction: z.string().nullable(),
  /** Messages of the user. */
  turn_count: z.int(),
  /** Of a conversation that has ended. */
  duration_seconds: z.number().nullable(),
  created_at: wireTime,
  updated_at: wireTime,
  call_sid: z.string().nullable(),
  caller_id: z.string().nullable(),
  phone_number: z.string().nullable(),
  quality_score: z.number().nullable(),
  has_recording: z.boolean().nullable(),
  completion_reason: z.string().nullable(),
  escalation_status: z.string().nullable(),
  /** The state of the context graph that it has ended in. */
  final_state: z.string().nullable(),
  source: z.string().nullable(),
};

export const ConversationSummary = named('ConversationSummary', z.strictObject(ofAll));

export const ConversationList = named(
  'ConversationListResponse',
  z.strictObject({ items: z.array(ConversationSummary), total: z.int(), has_more: z.boolean() }),
);

const ContentPart = named(
  'ContentPartShown',
  z.strictObject({
    type: z.string(),
    text: z.string().nullable(),
    url: z.string().nullable(),
    media_type: z.string().nullable(),
    provider_id: z.string().nullable(),
    metadata: anyObject,
  }),
);

export const ToolCallDetail = named(
  'ConversationToolCallDetail',
  z.strictObject({
    tool_name: z.string(),
    call_id: z.string(),
    input: anyObject,
    result: z.string(),
    succeeded: z.boolean(),
    duration_ms: z.number().nullable(),
    error_message: z.string().nullable(),
  }),
);

const StateTransition = named(
  'ConversationTurnStateTransition',
  z.strictObject({ from: z.string(), to: z.string() }),
);

const AvailableAction = named('ConversationTurnAvailableAction', z.strictObject({ description: z.string() }));

export const ConversationTurn = named(
  'ConversationTurn',
  z.strictObject({
    turn_id: uuid.nullable(),
    turn_index: z.int().nullable(),
    role: z.enum(['agent', 'user', 'system']),
    text: z.string(),
    timestamp: wireTime.nullable(),
    channel: Channel.nullable(),
    /** Parts beside the text: none are kept. */
    content: z.array(ContentPart),
    /** Only with `include_tool_calls`. */
    tool_calls: z.array(ToolCallDetail),
    selected_action_description: z.string().nullable(),
    /** The last one. */
    state_transition: StateTransition.nullable(),
    state_transitions: z.array(StateTransition),
    available_actions: z.array(AvailableAction),
  }),
);

export const ConversationDetail = named(
  'ConversationDetail',
  z.strictObject({
    ...ofAll,
    /** The newest 500, oldest first. */
    turns: z.array(ConversationTurn),
    plan: z.string().nullable(),
    /** Of calls. */
    voice: anyObject.nullable(),
  }),
);

const ContextGraphState = named('ContextGraphState', z.strictObject({ name: z.string() }));

const ConversationSnapshot = named(
  'TurnConversationSnapshot',
  z.strictObject({
    id: uuid,
    status: Status,
    turn_count: z.int(),
    updated_at: wireTime,
    context_graph_state: ContextGraphState.nullable(),
  }),
);

export const TurnResponse = named(
  'TurnResponse',
  z.strictObject({
    turn_id: uuid.nullable(),
    input: ConversationTurn,
    output: z.array(ConversationTurn),
    tool_calls: z.array(ToolCallDetail),
    conversation: ConversationSnapshot,
    background_pending: z.boolean(),
  }),
);

export const SessionStarted = named(
  'StartSessionResponse',
  z.strictObject({
    conversation_id: uuid,
    session_status: z.enum(['created', 'already_active']),
    channel_kind: z.literal('web'),
    entity_id: uuid,
    service_id: uuid,
    created_at: wireTime,
  }),
);
