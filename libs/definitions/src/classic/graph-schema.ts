import { hasAtMostCharacters } from '@svc/kernel';
import { z } from 'zod';
import { listOf as listOfAtMost, mapOf } from '../schema/collections.js';
import { orNull } from '../schema/presence.js';
import { isVersionConstraint } from './version-constraint.js';

/** States of one graph: every turn reads all of them. */
const maxStates = 500;
/** Members of one list: the model is shown all actions, exits and guidelines of a state at once. */
const maxMembers = 100;

const listOf = <Member extends z.ZodType>(member: Member) => listOfAtMost(member, { most: maxMembers });
const text = z.string().trim().min(1);
const texts = listOf(text);
const filled = <Member extends z.ZodType>(member: Member, rule: string) =>
  listOf(member)
    .refine((members) => members.length > 0, rule)
    .meta({ minItems: 1 });
/**
 * Lengths in code points. The exits, actions and thoughts of a turn are in events of at most 64 KiB (libs/event-store), and a
 * code point has up to 4 bytes. Longer texts would make every such turn fail.
 */
const maxName = 200;
const maxChoice = 4_000;
const maxThought = 16_000;
/** What is looked up is in an event as well, with what was found. */
const maxQuery = 1_000;
const maxQueries = 10;
/** Of a reflection: more words than fit into a thought are cut. */
const maxWordLimit = 10_000;

function textUpTo(most: number, what: string) {
  return text.refine((given) => hasAtMostCharacters(given, most), `${what} at most ${most} characters`);
}

const choiceText = textUpTo(maxChoice, 'exit conditions and actions have');
const thoughtText = textUpTo(maxThought, 'an inner thought has');
const queryText = textUpTo(maxQuery, 'a query has');

/** Unique in its graph. */
const stateName = z
  .string()
  .max(maxName, `a state name has at most ${maxName} characters`)
  .regex(/^[A-Za-z0-9_]+$/, 'a state name holds letters, digits and underscores only');
const referenceName = stateName;
const externalState = z
  .string()
  .max(2 * maxName + 1, `the name of a state in another graph has at most ${2 * maxName + 1} characters`)
  .regex(/^[A-Za-z0-9_]+\.[A-Za-z0-9_]+$/, 'a state of another graph is written "reference.state"');
/** Resource ids of organizations. */
const resourceId = z.string().regex(/^[0-9a-f]{24}$/, 'an id has 24 hexadecimal digits in lower case');

/**
 * A state of this graph, other than the one that leads there; or `[reference.state, state]`: a state of another graph, and the
 * state of this one to come back to after that graph's terminal state.
 */
const nextState = z.union([stateName, z.tuple([externalState, stateName]).readonly()], {
  error: ({ input }) =>
    Array.isArray(input)
      ? 'a next state in another graph is a pair: ["reference.state", "state to come back to"]'
      : 'a next state is the name of a state: letters, digits and underscores only',
});

const exitCondition = z
  .object({ description: choiceText, next_state: nextState })
  .meta({ id: 'ExitConditionRequest' });

/** Spoken in voice conversations when something takes long: after so many seconds. */
const fillers = listOfAtMost(text, { most: 5 });
const fillerDelay = z.number().gt(0).max(10);

/** A tool that a state may call. */
const toolCallSpec = z
  .object({
    tool_id: resourceId,
    version_constraint: z
      .string()
      .max(200)
      .refine(isVersionConstraint, 'a version constraint is a specifier such as 1.2.3, ==1.* or >=1.2,<3'),
    additional_instruction: text,
    audio_fillers: fillers,
    audio_filler_triggered_after: fillerDelay,
    result_persistence: z.enum(['ephemeral', 'persisted-preferred', 'persisted']),
  })
  .meta({ id: 'ToolCallSpecRequest' });
const toolCallSpecs = listOf(toolCallSpec);

/** Where the agent talks with the user. The terminal state has exactly one action, and no exit. */
const actionState = z
  .object({
    type: z.literal('action'),
    name: stateName,
    objective: text,
    actions: filled(choiceText, 'an action state needs at least one action'),
    intra_state_navigation_guidelines: texts,
    action_guidelines: texts,
    boundary_constraints: texts,
    exit_conditions: listOf(exitCondition),
    action_tool_call_specs: toolCallSpecs,
    exit_condition_tool_call_specs: toolCallSpecs,
    skip_active_memory_retrieval: z.boolean(),
  })
  .meta({ id: 'ActionStateRequest' });

/** Picks one of its exits at once, without talking to the user. */
const decisionState = z
  .object({
    type: z.literal('decision'),
    name: stateName,
    objective: text,
    exit_conditions: filled(exitCondition, 'a decision state needs at least one exit condition'),
    decision_guidelines: texts,
    tool_call_specs: toolCallSpecs,
    audio_fillers: fillers,
    audio_filler_triggered_after: fillerDelay,
  })
  .meta({ id: 'DecisionStateRequest' });

/** Looks up what is remembered of the user, and passes on. Exactly one of the two ways to say what is null. */
const recallState = z
  .object({
    type: z.literal('recall'),
    name: stateName,
    // Some clients leave out what is null.
    queries: orNull(
      listOfAtMost(queryText, { most: maxQueries })
        .refine((queries) => queries.length > 0, 'a recall state needs at least one query')
        .meta({ minItems: 1 }),
    ),
    requested_information: orNull(textUpTo(maxChoice, 'requested information has')),
    next_state: nextState,
  })
  .meta({ id: 'RecallStateRequest' });

/** Adds a note that only the agent sees, and passes on. */
const annotationState = z
  .object({
    type: z.literal('annotation'),
    name: stateName,
    inner_thought: thoughtText,
    next_state: nextState,
  })
  .meta({ id: 'AnnotationStateRequest' });

/** Thinks about a problem, adds the thought as a note that only the agent sees, and passes on. */
const reflectionState = z
  .object({
    type: z.literal('reflection'),
    name: stateName,
    problem: textUpTo(maxChoice, 'a problem has'),
    word_limit: z.int().min(1).max(maxWordLimit),
    next_state: nextState,
    tool_call_specs: toolCallSpecs,
    audio_fillers: fillers,
    audio_filler_triggered_after: fillerDelay,
  })
  .meta({ id: 'ReflectionStateRequest' });

/** Calls one tool, and passes on. */
const toolCallState = z
  .object({
    type: z.literal('tool-call'),
    name: stateName,
    next_state: nextState,
    designated_tool: toolCallSpec,
    designated_tool_call_objective: text,
    designated_tool_call_context: text,
    designated_tool_call_guidances: texts,
    designated_tool_call_validations: texts,
    designated_tool_call_params_generation_audio_fillers: fillers,
    designated_tool_call_params_generation_audio_filler_triggered_after: fillerDelay,
    tool_call_specs: toolCallSpecs,
  })
  .meta({ id: 'ToolCallStateRequest' });

const stateSchemas = [
  actionState,
  decisionState,
  recallState,
  annotationState,
  reflectionState,
  toolCallState,
] as const;

const state = z.discriminatedUnion('type', stateSchemas, {
  error: `the type of a state is one of ${stateSchemas.map(({ shape }) => shape.type.value).join(', ')}`,
});

/**
 * Shape of the body of a context graph's version ("hierarchical state machine"), with the names of the API, so that no mapping
 * can lose anything. The rules across states are in `graph-rules.ts`. Users who never used the service begin in
 * `new_user_initial_state`, all others in `returning_user_initial_state`, both action states; the message of the terminal state
 * ends the conversation. The global lists are merged into every action state, before its own.
 */
export const classicGraphSchema = z
  .object({
    description: text,
    states: listOfAtMost(state, { most: maxStates }),
    new_user_initial_state: stateName,
    returning_user_initial_state: stateName,
    terminal_state: stateName,
    /** Versions of other graphs by local name: `[id, version]`. */
    references: mapOf(referenceName, z.tuple([resourceId, z.int().min(1)]).readonly(), {
      most: maxMembers,
      what: 'references',
    }),
    global_intra_state_navigation_guidelines: texts,
    global_action_guidelines: texts,
    global_boundary_constraints: texts,
  })
  .meta({ id: 'CreateServiceHierarchicalStateMachineVersionRequest' });

export type ClassicGraph = z.output<typeof classicGraphSchema>;
/** By `type`. */
export type GraphState = z.output<typeof state>;
export type StateOf<Type extends GraphState['type']> = Extract<GraphState, { readonly type: Type }>;
export type ActionState = StateOf<'action'>;
export type ExitCondition = z.output<typeof exitCondition>;
export type ToolCallSpec = z.output<typeof toolCallSpec>;
export type NextState = z.output<typeof nextState>;
export type StateName = z.output<typeof stateName>;
