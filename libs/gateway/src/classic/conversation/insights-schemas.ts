import { anyObject } from '@svc/definitions/schema';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { oid } from '../../wire/query.js';
import { VersionInfo } from './conversation-schemas.js';

export const InteractionPath = z.object({ conversation_id: oid, interaction_id: oid });

const text = z.string();

export const ToolCallLog = named(
  'ToolCallLog',
  z.strictObject({
    tool_name: text,
    tool_id: text,
    /** Empty where the tool has none. */
    tool_version: text,
    input: anyObject,
    /** Null where it is stored nowhere. Of a call that failed, why. */
    output: text.nullable(),
    /** In seconds. */
    duration: z.number(),
  }),
);

/** Calls by the round in which they were made. */
const ToolRounds = z.array(z.array(ToolCallLog));

const ends = {
  previous_state: text,
  previous_service_hierarchical_state_machine_version_info: VersionInfo,
  next_state: text,
  next_service_hierarchical_state_machine_version_info: VersionInfo,
};

const byExit = { previous_state_exit_condition_description: text, tool_call_logs: ToolRounds };

export const TransitionLog = {
  action: named(
    'ActionStateTransitionLog',
    z.strictObject({ type: z.literal('action'), ...ends, ...byExit }),
  ),
  decision: named(
    'DecisionStateTransitionLog',
    z.strictObject({ type: z.literal('decision'), ...ends, ...byExit }),
  ),
  recall: named(
    'RecallStateTransitionLog',
    z.strictObject({ type: z.literal('recall'), ...ends, performed_queries: z.array(text) }),
  ),
  jumpback: named('JumpbackStateTransitionLog', z.strictObject({ type: z.literal('jumpback'), ...ends })),
  annotation: named(
    'AnnotationStateTransitionLog',
    z.strictObject({ type: z.literal('annotation'), ...ends, inner_thought_message_id: text }),
  ),
  reflection: named(
    'ReflectionStateTransitionLog',
    z.strictObject({
      type: z.literal('reflection'),
      ...ends,
      inner_thought_message_id: text,
      tool_call_logs: ToolRounds,
    }),
  ),
  'tool-call': named(
    'ToolCallStateTransitionLog',
    z.strictObject({
      type: z.literal('tool-call'),
      ...ends,
      tool_call_logs: ToolRounds,
      designated_tool_call_log: ToolCallLog,
    }),
  ),
};

export const InteractionInsights = named(
  'InteractionInsights',
  z.strictObject({
    current_state_name: text,
    current_state_action: text,
    current_state_objective: text,
    state_transition_logs: z.array(
      z.discriminatedUnion('type', [
        TransitionLog.action,
        TransitionLog.decision,
        TransitionLog.recall,
        TransitionLog.jumpback,
        TransitionLog.annotation,
        TransitionLog.reflection,
        TransitionLog['tool-call'],
      ]),
    ),
    /** What was known of the user from earlier conversations. */
    working_memory: z.array(named('WorkingMemory', z.strictObject({ content: text, context: text }))),
    reflections: z.array(text),
    /** Null: there are no dynamic behaviors. */
    triggered_dynamic_behavior_set_version_info: VersionInfo.nullable(),
    select_next_action_tool_call_logs: ToolRounds,
    engage_user_tool_call_logs: ToolRounds,
  }),
);
