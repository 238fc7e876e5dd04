import { z } from 'zod';
import { anyObject, objectOfAtMost } from '../schema/collections.js';
import { orNull } from '../schema/presence.js';
import { text } from '../schema/text.js';

/** Runs a tool of a service once, outside of conversations. */
export const ToolExecution = z.object({
  tool_type: text({ least: 1, most: 64 }),
  tool_name: text({ least: 1, most: 256 }),
  service_id: z.uuid().toLowerCase(),
  input_params: anyObject.default({}),
  entity_id: orNull(z.uuid().toLowerCase()),
  dry_run: z.boolean().default(false),
});

/** Calls an endpoint once. */
export const EndpointTest = z.object({
  params: objectOfAtMost(200).default({}),
  auth_params: objectOfAtMost(200).default({}),
});
