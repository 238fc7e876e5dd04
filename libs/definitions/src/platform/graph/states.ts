import { z } from 'zod';
import { anyObject, listOf } from '../../schema/collections.js';
import { orNull } from '../../schema/presence.js';
import { text } from '../../schema/text.js';
import { CollectionField } from './collection-field.js';
import {
  Action,
  ChannelOverride,
  channels,
  ExitCondition,
  Guardrail,
  guidelines,
  maxMembers,
  stateName,
  thoughtText,
  TurnPolicy,
  waitFor,
} from './state-parts.js';
import { PreloadSpec, ToolCallSpec } from './tool-call-spec.js';

const objective = text({ most: 16_000 });
const toolCallSpecs = listOf(ToolCallSpec, { most: maxMembers });
const exitConditions = listOf(ExitCondition, { most: maxMembers });

/** What all states have that the user notices. */
const inView = {
  guardrails: listOf(Guardrail, { most: maxMembers }).default([]),
  channel_overrides: z.partialRecord(z.enum(channels), ChannelOverride).default({}),
  turn_policy: orNull(TurnPolicy),
};

/** Where the agent talks with the user. */
export const ActionState = z
  .object({
    type: z.literal('action'),
    name: stateName,
    objective,
    actions: listOf(Action, { most: maxMembers }),
    intra_state_navigation_guidelines: guidelines,
    action_guidelines: guidelines,
    boundary_constraints: guidelines,
    exit_conditions: exitConditions,
    action_tool_call_specs: toolCallSpecs.default([]),
    exit_condition_tool_call_specs: toolCallSpecs.default([]),
    wait_for: orNull(waitFor),
    ...inView,
    surface_spec_template: orNull(anyObject),
    preload: listOf(PreloadSpec, { most: 20 }).default([]),
  })
  .meta({ id: 'ActionStateRequest' });

/** Picks one of its exits at once, without talking to the user. */
export const DecisionState = z
  .object({
    type: z.literal('decision'),
    name: stateName,
    objective,
    exit_conditions: exitConditions,
    decision_guidelines: guidelines.default([]),
    tool_call_specs: toolCallSpecs.default([]),
    wait_for: orNull(waitFor),
    ...inView,
  })
  .meta({ id: 'DecisionStateRequest' });

/** Adds a note that only the agent sees, and passes on. */
export const AnnotationState = z
  .object({
    type: z.literal('annotation'),
    name: stateName,
    inner_thought: thoughtText,
    next_state: stateName,
  })
  .meta({ id: 'AnnotationStateRequest' });

/** Asks for fields, over several turns. */
export const DataCollectionState = z
  .object({
    type: z.literal('data_collection'),
    name: stateName,
    objective,
    fields: listOf(CollectionField, { most: maxMembers }),
    on_complete: stateName,
    action_guidelines: guidelines.default([]),
    boundary_constraints: guidelines.default([]),
    surface_fallback: z.boolean().default(false),
    surface_fallback_after_turns: z.int().min(0).default(6),
    max_turns: z.int().min(1).default(10),
    ...inView,
    tool_call_specs: toolCallSpecs.default([]),
  })
  .meta({ id: 'DataCollectionStateRequest' });

export const ContextGraphState = z.discriminatedUnion(
  'type',
  [ActionState, DecisionState, AnnotationState, DataCollectionState],
  { error: 'must be one of action, decision, annotation, data_collection' },
);
