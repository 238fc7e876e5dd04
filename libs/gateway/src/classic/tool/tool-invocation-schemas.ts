import { z } from 'zod';
import { list, mapOf } from '../../wire/collections.js';
import { named, withFacts } from '../../wire/documented.js';
import { oid } from '../../wire/query.js';

export const InvokedVersionPath = z.object({
  tool_id: oid,
  tool_version: z.string().regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/, 'must have the form 1.2.3'),
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
