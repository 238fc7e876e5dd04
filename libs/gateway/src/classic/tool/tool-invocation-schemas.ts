import { z } from 'zod';
import { list, mapOf } from '../../wire/collections.js';
import { named, withFacts } from '../../wire/documented.js';
import { pageKeys, pageParameters, sortParameter } from '../../wire/page.js';
import { flag, inOrder, oid, repeated } from '../../wire/query.js';
import { wireTime } from '../../wire/times.js';

const versionText = z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/, 'must have the form 1.2.3');

export const InvokedVersionPath = z.object({
  tool_id: oid,
  tool_version: versionText,
});

const variables = mapOf(
  z.string().regex(/^[a-z_][a-z0-9_]{1,255}$/, 'must be the name of a variable of a user'),
  withFacts(z.string(), { maxLength: 8_192 }),
  { most: 20, what: 'variables' },
);

const ToolInput = named(
  'ToolInput',
  z.object({
    input_parameters: z.record(z.string(), z.unknown()),
    /** In a simulation a call that would change something is not made. */
    invocation_mode: z.enum(['regular', 'conversation-simulation']).default('regular'),
    /** Beside the variables of the tool, which win. */
    nonsensitive_user_variables: variables.default({}),
    sensitive_user_variables: variables.default({}),
  }),
);

export const InvokeTool = named(
  'InvokeToolRequest',
  z.object({
    inputs: list(ToolInput, { most: 10 }).pipe(
      z.array(z.custom<z.output<typeof ToolInput>>()).min(1).max(10),
    ),
  }),
);

const Succeeded = named(
  'SucceededToolInvocation',
  z.strictObject({
    succeeded: z.literal(true),
    /** Any JSON: what the tool answered. */
    output: z.unknown(),
    duration_ms: z.int(),
  }),
);

export const failureTypes = ['timeout', 'input_rejected', 'generic', 'unknown', 'blocked'] as const;

const Failed = named(
  'FailedToolInvocation',
  z.strictObject({
    succeeded: z.literal(false),
    exception_message: z.string(),
    /** `unknown`: nobody knows whether it took effect. `blocked`: not made in a simulation. */
    exception_type: z.enum(failureTypes),
    /** Empty: a declared call has no code. */
    exception_stack_trace: z.array(z.string()),
    duration_ms: z.int(),
  }),
);

export const InvocationResult = z.union([Succeeded, Failed]);

export const InvocationResults = named(
  'ToolInvocationResults',
  z.strictObject({ invocation_results: z.array(InvocationResult) }),
);

/** `version` names one for each `tool_id`, in the same order. Simulations of conversations are not built. */
export const ListInvocations = z.object({
  tool_id: inOrder(oid, 100),
  version: inOrder(versionText, 100),
  invocation_source_type: repeated(z.enum(['regular-conversation', 'simulation-conversation'])),
  conversation_id: repeated(oid),
  simulation_unit_test_set_run_id: repeated(oid),
  succeeded: flag.optional(),
  sort_by: sortParameter(['created_at']),
  ...pageParameters(0, 100, 100),
});

/** Of the conversation's graph. */
const place = {
  current_state_machine_and_version: z.tuple([z.string(), z.int()]),
  /** Empty once the user is deleted. */
  state_name: z.string(),
};

const OfTransition = named(
  'StateTransitionInvocation',
  z.strictObject({
    type: z.literal('state-transition'),
    ...place,
    /** Always 1: which transition of its interaction it belongs to is not stored. */
    state_transition_index: z.int(),
    tool_call_round_index: z.int(),
  }),
);
const OfMessage = named(
  'EngageUserInvocation',
  z.strictObject({ type: z.literal('engage-user'), ...place, tool_call_round_index: z.int() }),
);
const OfToolCallState = named(
  'ToolCallStateInvocation',
  z.strictObject({ type: z.literal('tool-call-state'), ...place }),
);
const InvocationMetadata = z.union([OfTransition, OfMessage, OfToolCallState]);

const InvocationSource = named(
  'ToolInvocationSource',
  z.strictObject({
    type: z.literal('regular-conversation'),
    user_id: z.string(),
    conversation_id: z.string(),
    interaction_id: z.string(),
    invocation_metadata: InvocationMetadata,
  }),
);

export const ToolInvocation = named(
  'ToolInvocation',
  z.strictObject({
    id: oid,
    org_id: z.string(),
    created_at: wireTime,
    updated_at: wireTime,
    /** `unknown`: nobody knows whether it took effect. `not-called`: it was about to be called, and was not. */
    invocation_status: z.enum(['running', 'succeeded', 'failed', 'unknown', 'not-called']),
    invocation_source: InvocationSource,
    /** Null while it runs. */
    duration_ms: z.int().nullable(),
    tool_id: z.string(),
    tool_version: z.string(),
    /** The input parameters; empty once the user is deleted. */
    inputs: z.record(z.string(), z.unknown()),
  }),
);

export const ToolInvocationList = named(
  'ToolInvocationList',
  z.strictObject({ tool_invocations: z.array(ToolInvocation), ...pageKeys }),
);
