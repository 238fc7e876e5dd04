import { anyObject, orNull, text } from '@svc/definitions/schema';
import { z } from 'zod';
import { named } from '../../wire/documented.js';

const id = z.uuid().toLowerCase();

/** `branch_name`, `tags` and `caller_id` are taken and not kept. */
export const CreateSession = named(
  'CreateSessionRequest',
  z.object({
    service_id: id,
    branch_name: orNull(text({ most: 64 })),
    tags: z.array(z.string()).max(20).default([]),
    caller_id: orNull(text({ most: 64 })),
    entity_id: orNull(id),
  }),
);

/** Emotions come of voices: here they are taken and passed over. */
export const Step = named(
  'StepRequest',
  z.object({
    session_id: text({ least: 1, most: 64 }).toLowerCase(),
    caller_text: text({ least: 1, most: 2_000 }),
    emotion: orNull(text({ most: 50 })),
    valence: orNull(z.number().min(-1).max(1)),
  }),
);

const State = named(
  'SimulationStateResponse',
  z.strictObject({
    name: z.string(),
    type: z.string(),
    objective: z.string(),
    actions: z.array(anyObject),
    exit_conditions: z.array(anyObject),
    action_guidelines: z.array(z.string()),
    boundary_constraints: z.array(z.string()),
    guardrails: z.array(anyObject),
    /** Their ids. */
    tools: z.array(z.string()),
  }),
);

const TurnPolicy = named(
  'SimulationTurnPolicyResponse',
  z.strictObject({
    barge_in_enabled: z.boolean(),
    greeting_shield_s: z.number(),
    safety_response: z.string(),
    context_strategy: z.string(),
    block_forward_call: z.boolean(),
    block_forward_call_after_turns: z.int(),
  }),
);

const Said = named('SimulationMessage', z.strictObject({ role: z.string(), text: z.string() }));
const Reachable = named(
  'SimulationReachableState',
  z.strictObject({ name: z.string(), condition: z.string() }),
);

export const Snapshot = named(
  'SimulationSnapshotResponse',
  z.strictObject({
    current_state: State,
    reachable_states: z.array(Reachable),
    turn_policy: TurnPolicy,
    conversation_history: z.array(Said),
    states_visited: z.array(z.string()),
    /** Pairs: from, to. */
    state_transitions: z.array(z.array(z.string())),
    total_turns: z.int(),
    tools_called: z.array(z.string()),
    terminal_reached: z.boolean(),
    context_graph_topology: z.array(z.record(z.string(), z.string())),
    terminal_state: z.string().nullable(),
  }),
);

export const SessionCreated = named(
  'SimulationSessionResponse',
  z.strictObject({
    session_id: z.string(),
    greeting: z.string(),
    is_terminal: z.boolean(),
    snapshot: Snapshot,
  }),
);

const ToolCall = named(
  'ToolCallDetail',
  z.strictObject({
    tool_name: z.string(),
    input: z.string(),
    result: z.string(),
    call_id: z.string(),
    succeeded: z.boolean(),
  }),
);

const Observation = named(
  'SimulationObservation',
  z.strictObject({
    state_before: z.string(),
    state_after: z.string(),
    state_changed: z.boolean(),
    agent_text: z.string(),
    is_terminal: z.boolean(),
    tools_called: z.array(z.string()),
    tool_call_details: z.array(ToolCall),
    selected_action: z.string().nullable(),
    empathy_tier: z.int(),
    has_pause: z.boolean(),
    engine_ms: z.number().nullable(),
    nav_ms: z.number().nullable(),
  }),
);

export const Stepped = named(
  'SimulationStepResponse',
  z.strictObject({ observation: Observation, snapshot: Snapshot }),
);

export const Destroyed = named('DestroySessionResponse', z.strictObject({ status: z.literal('destroyed') }));
