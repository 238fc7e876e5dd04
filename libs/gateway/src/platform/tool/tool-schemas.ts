import { EndpointTest, ToolExecution } from '@svc/definitions/platform';
import { anyObject } from '@svc/definitions/schema';
import { z } from 'zod';
import { named } from '../../wire/documented.js';
import { uuid } from '../uuid.js';

export const ResolvedTool = named(
  'ResolvedToolItem',
  z.strictObject({
    /** What graphs and `tools/execute` call it. */
    tool_name: z.string(),
    tool_type: z.literal('integration'),
    description: z.string(),
    input_schema: anyObject,
    /** Of the service's graph, where it is one of a service. */
    states: z.array(z.string()),
    tier: z.string(),
    is_write: z.boolean(),
    /** State → what it adds to the description. */
    additional_instructions: z.record(z.string(), z.string()),
  }),
);

export const ToolCatalog = named('ToolCatalogResponse', z.strictObject({ tools: z.array(ResolvedTool) }));

export const ToolResolution = named(
  'ToolResolveResponse',
  z.strictObject({ tools: z.array(ResolvedTool), service_id: uuid, workspace_id: uuid }),
);

export const ExecuteTool = named('ToolExecuteRequest', ToolExecution);

const SubToolLog = named(
  'SubToolLogItem',
  z.strictObject({
    tool_name: z.string(),
    input: anyObject,
    output: z.string(),
    duration_ms: z.number(),
    succeeded: z.boolean(),
  }),
);

export const ToolResult = named(
  'ToolExecuteResponse',
  z.strictObject({
    result: z.unknown(),
    duration_ms: z.number(),
    dry_run: z.boolean(),
    source: z.literal('tool_test'),
    tool_type: z.string(),
    tier: z.string(),
    is_write: z.boolean(),
    /** Of skills, which are not run yet. */
    sub_tool_logs: z.array(SubToolLog),
    blocked_side_effects: z.array(z.string()),
    error: z.string().nullable(),
  }),
);

export const TestEndpoint = named('TestEndpointRequest', EndpointTest);

export const EndpointResult = named(
  'TestEndpointResponse',
  z.strictObject({
    status_code: z.int().nullable(),
    duration_ms: z.number(),
    retries: z.int(),
    raw_response: z.unknown(),
    rendered: z.string().nullable(),
    final_result: z.string().nullable(),
    error: z.string().nullable(),
  }),
);
