import { z } from 'zod';
import { named } from '../../wire/documented.js';

/** Id and number of a version. */
const Version = z.tuple([z.string(), z.int()]);
const tool = { tool_id: z.string(), tool_version: z.string() };
const jsonObject = z.record(z.string(), z.unknown());
const seconds = z.number().nonnegative();
const overriding = { overriding_instructions: z.boolean(), overriding_tool_candidates: z.boolean() };
const answeredQueries = { queries_and_responses: z.array(z.tuple([z.string(), z.string()])) };

/** The closed list of agent actions and their fields. Clients reject a stream with another type or other fields. */
const actions = {
  'select-dynamic-behavior-vector-generated': {},
  'select-dynamic-behavior-relevance-retrieval-completed': {},
  'select-dynamic-behavior-completed': {
    selected_dynamic_behavior_set_version_info: Version.nullable(),
    previous_selected_dynamic_behavior_set_version_info: Version.nullable(),
  },
  'check-if-active-memory-needed-completed': { queries: z.array(z.string()) },
  'extract-active-memories-completed': answeredQueries,
  'navigate-state-machine-dynamic-behavior-override': overriding,
  'navigate-state-machine-action-state-action-selected': { action: z.string() },
  'navigate-state-machine-decision-state-decision-started': {},
  'navigate-state-machine-exit-condition-selected': {
    exit_condition: z.string(),
    next_state_state_machine_version_info: Version,
    next_state_name: z.string(),
  },
  'navigate-state-machine-recall-state-dynamic-queries-generated': {
    dynamic_queries: z.array(z.string()),
    requested_information: z.string(),
  },
  'navigate-state-machine-recall-state-static-queries-retrieved': { static_queries: z.array(z.string()) },
  'navigate-state-machine-recall-state-active-memory-retrieved': answeredQueries,
  'navigate-state-machine-reflection-state-prompt-retrieved': { prompt: z.string() },
  'navigate-state-machine-reflection-state-reflection-generated': { reflection: z.string() },
  'navigate-state-machine-annotation-state-annotation-retrieved': { annotation: z.string() },
  'navigate-state-machine-state-transitioned': {
    prev_state: z.string(),
    prev_state_state_machine_version_info: Version,
    next_state: z.string(),
    next_state_state_machine_version_info: Version,
  },
  'navigate-state-machine-tool-call-state-tool-output-available': {
    ...tool,
    tool_output: z.string(),
    duration: seconds,
    input_arguments: jsonObject,
  },
  'designated-tool-retrieved': tool,
  'designated-tool-call-params-generated': { ...tool, tool_call_params: jsonObject },
  'tool-call-started': { tool_round_index: z.int(), ...tool, input_params: jsonObject },
  'tool-call-ended': {
    tool_round_index: z.int(),
    ...tool,
    input_parameters: jsonObject,
    result: z.string(),
    duration: seconds,
  },
  /** `previously_started_event` may be anything. */
  'action-too-long': { filler: z.string(), previously_started_event: z.unknown() },
  'engage-user-dynamic-behavior-override': overriding,
  'engage-user-message-fragment-generated': {
    index: z.int(),
    fragment: z.string(),
    is_final: z.boolean(),
  },
} as const;

export const actionTypes: ReadonlySet<string> = new Set(Object.keys(actions));

const schemas = Object.entries(actions).map(([type, fields]) =>
  named(`${pascalCase(type)}Action`, z.strictObject({ type: z.literal(type), ...fields })),
);
type ActionSchema = (typeof schemas)[number];

/** One action of the agent. */
export const Action = named(
  'AgentAction',
  // The list is not empty.
  z.discriminatedUnion('type', schemas as [ActionSchema, ...ActionSchema[]]),
);

function pascalCase(type: string): string {
  return type.replaceAll(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
