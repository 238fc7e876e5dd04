import type { DefinitionsClient, ToolsClient } from '../../services.js';
import { ToolController } from './tool.controller.js';

const id = 'c56a4180-65aa-42ec-a945-5fd21dec0538';
/** The longest limit that an endpoint can have. */
const longestMs = 600_000;

it('given a tool that is tried, then the response waits for as long as the tool may take', async () => {
  const deadlines: (number | undefined)[] = [];
  const tools = {
    testTool: (_request: unknown, options?: { readonly deadlineMs?: number }) => {
      deadlines.push(options?.deadlineMs);
      return Promise.resolve({ outcome: undefined, tool: undefined });
    },
  } as unknown as ToolsClient;
  const definitions = {
    findDefinition: () => Promise.resolve({ definition: { name: 'calendar' } }),
  } as unknown as DefinitionsClient;
  const controller = new ToolController(definitions, tools);
  const caller = { tenantId: `ws:${id}` };
  const params = { workspace_id: id, integration_id: id, endpoint_id: id };
  const execution = { tool_name: 'calendar__find', service_id: id, input_params: {}, entity_id: null };
  await controller.execute({ caller, body: execution } as unknown as Parameters<
    typeof controller.execute
  >[0]);
  await controller
    .testEndpoint({ caller, params, body: { params: {} } } as unknown as Parameters<
      typeof controller.testEndpoint
    >[0])
    .catch(() => undefined);
  expect(deadlines).toHaveLength(2);
  for (const deadline of deadlines) expect(deadline).toBeGreaterThan(longestMs);
});
