import { hasAtMostCharacters } from '@svc/kernel';
import { z } from 'zod';
import type { ActionState, AnnotationState, ClassicGraph, DecisionState, ExitCondition } from './graph.js';

/** States of one graph: every turn reads all of them. */
const maxStates = 500;
/** Members of one list: the model is shown all actions, exits and guidelines of a state at once. */
const maxMembers = 100;

const listOf = <Member extends z.ZodType>(member: Member) =>
  z.array(member).max(maxMembers, `a list has at most ${maxMembers} members`);
const text = z.string().trim().min(1);
const texts = listOf(text);
/**
 * Lengths in code points. The exits, actions and thoughts of a turn are in events of at most 64 KiB (libs/event-store), and a
 * code point has up to 4 bytes. Longer texts would make every such turn fail.
 */
const maxName = 200;
const maxChoice = 4_000;
const maxThought = 16_000;
const choiceText = text.refine(
  (given) => hasAtMostCharacters(given, maxChoice),
  `exit conditions and actions have at most ${maxChoice} characters`,
);
const stateName = z
  .string()
  .max(maxName, `a state name has at most ${maxName} characters`)
  .regex(/^[A-Za-z0-9_]+$/, 'a state name holds letters, digits and underscores only');

const noTools = z.array(z.never('tool calls are not supported: leave the list empty'));
const localStateOnly = 'jumps into other context graphs are not supported: name a state of this graph';
/** In the API a pair `[reference.state, StateName]` jumps into another graph. Its rejection must say why. */
const nextState = z.preprocess(
  (value, context) => {
    if (Array.isArray(value)) context.addIssue({ code: 'custom', message: localStateOnly });
    return value;
  },
  z.union([stateName, z.array(z.unknown()).transform(() => '')]),
);

const exitCondition: z.ZodType<ExitCondition> = z.object({ description: choiceText, next_state: nextState });

const actionState = z.object({
  type: z.literal('action'),
  name: stateName,
  objective: text,
  actions: listOf(choiceText).min(1, 'an action state needs at least one action'),
  intra_state_navigation_guidelines: texts,
  action_guidelines: texts,
  boundary_constraints: texts,
  exit_conditions: listOf(exitCondition),
  action_tool_call_specs: noTools,
  exit_condition_tool_call_specs: noTools,
  skip_active_memory_retrieval: z.boolean(),
}) satisfies z.ZodType<ActionState>;

const decisionState = z.object({
  type: z.literal('decision'),
  name: stateName,
  objective: text,
  exit_conditions: listOf(exitCondition).min(1, 'a decision state needs at least one exit condition'),
  decision_guidelines: texts,
  tool_call_specs: noTools,
  audio_fillers: texts.max(5),
  audio_filler_triggered_after: z.number().gt(0).max(10),
}) satisfies z.ZodType<DecisionState>;

const annotationState = z.object({
  type: z.literal('annotation'),
  name: stateName,
  inner_thought: text.refine(
    (given) => hasAtMostCharacters(given, maxThought),
    `an inner thought has at most ${maxThought} characters`,
  ),
  next_state: nextState,
}) satisfies z.ZodType<AnnotationState>;

const state = z.discriminatedUnion('type', [actionState, decisionState, annotationState], {
  error: 'the type of a state is one of action, decision, annotation',
});

/** Shape of a graph's version body; the rules across states are in `graph-rules.ts`. */
export const classicGraphSchema: z.ZodType<ClassicGraph> = z.object({
  description: text,
  states: z.array(state).max(maxStates, `a graph has at most ${maxStates} states`),
  new_user_initial_state: stateName,
  returning_user_initial_state: stateName,
  terminal_state: stateName,
  references: z.record(z.string(), z.never('references to other context graphs are not supported')),
  global_intra_state_navigation_guidelines: texts,
  global_action_guidelines: texts,
  global_boundary_constraints: texts,
});
