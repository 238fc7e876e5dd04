import { Controller, Inject } from '@nestjs/common';
import type { WorkspaceCaller } from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import { isResourceId, workspaceTenant } from '@svc/kernel';
import { z } from 'zod';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { DEFINITIONS, TOOLS, type DefinitionsClient, type ToolsClient } from '../../services.js';
import { textBody } from '../../wire/sizes.js';
import { of } from '../definition/definition-controller.js';
import { definitionId } from '../definition/definition-routes.js';
import { workspaceOf } from '../definition/definition-wire.js';
import { readsPerMinute, writesPerMinute } from '../per-minute.js';
import { workspaceId, WorkspacePath } from '../workspace-path.js';
import { namedToolIds, runningVersion, usesOfTools } from './running-version.js';
import { errorOf, fromEndpointOutcome, fromTool, resultOf, toolTier } from './tool-mapping.js';
import {
  EndpointResult,
  ExecuteTool,
  TestEndpoint,
  ToolCatalog,
  ToolResolution,
  ToolResult,
} from './tool-schemas.js';

const listTools = defineRoute({
  surface: 'platform',
  operationId: 'get-tool-catalog',
  method: 'GET',
  path: '/v1/:workspace_id/tools/catalog',
  summary: 'Lists the tools of the workspace that can be called now.',
  access: forWorkspace('Integration.view'),
  request: { params: WorkspacePath },
  answer: { status: 200, content: 'json', schema: ToolCatalog },
  errors: [],
  perMinute: readsPerMinute,
});

const resolveTools = defineRoute({
  surface: 'platform',
  operationId: 'resolve-tools',
  method: 'GET',
  path: '/v1/:workspace_id/services/:service_id/tools/resolve',
  summary:
    'Lists the tools that the graph of a service names in the release version set, as far as they can be called now. ' +
    'Needs `ContextGraph.view`, `Agent.view` and `Integration.view` too.',
  access: forWorkspace('Service.view'),
  request: { params: z.object({ workspace_id: workspaceId, service_id: definitionId }) },
  answer: { status: 200, content: 'json', schema: ToolResolution },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

const executeTool = defineRoute({
  surface: 'platform',
  operationId: 'execute-tool',
  method: 'POST',
  path: '/v1/:workspace_id/tools/execute',
  summary:
    'Calls a tool once, outside of conversations; on a dry run only if it changes nothing. What comes of the call is in the response.',
  access: forWorkspace('Integration.update'),
  request: { params: WorkspacePath, body: { media: 'json', schema: ExecuteTool, maxBytes: textBody } },
  answer: { status: 200, content: 'json', schema: ToolResult },
  errors: ['not_found'],
  perMinute: writesPerMinute,
  example: {
    body: {
      tool_type: 'integration',
      tool_name: 'calendar__find-slots',
      service_id: 'c56a4180-65aa-42ec-a945-5fd21dec0538',
      dry_run: true,
    },
  },
});

const testEndpoint = defineRoute({
  surface: 'platform',
  operationId: 'test-endpoint',
  method: 'POST',
  path: '/v1/:workspace_id/integrations/:integration_id/endpoints/:endpoint_id/test',
  summary: 'Calls an endpoint once, by its id or its name. What comes of the call is in the response.',
  access: forWorkspace('Integration.update'),
  request: {
    params: z.object({ workspace_id: workspaceId, integration_id: definitionId }),
    body: { media: 'json', schema: TestEndpoint, maxBytes: textBody },
  },
  answer: { status: 200, content: 'json', schema: EndpointResult },
  errors: ['not_found'],
  perMinute: writesPerMinute,
  example: { body: { params: {} } },
});

const allTools = { onlyNamed: false, toolIds: [] };

/**
 * The call ends by the tool's own limit, of at most ten minutes. Given up earlier, its effect would go on unseen, and a second
 * attempt would repeat it.
 */
const toolCallDeadlineMs = 613_000;

@Controller()
export class ToolController {
  constructor(
    @Inject(DEFINITIONS) private readonly definitions: DefinitionsClient,
    @Inject(TOOLS) private readonly tools: ToolsClient,
  ) {}

  @Serves(listTools)
  async catalog({ caller }: RouteInput<typeof listTools>) {
    const { tools } = await this.tools.listTools({ workspaceCaller: caller, ...allTools });
    return { tools: tools.map((tool) => fromTool(tool)) };
  }

  @Serves(resolveTools)
  async resolve({ caller, params }: RouteInput<typeof resolveTools>) {
    const running = await runningVersion(this.definitions, caller, params.service_id);
    const { graph } = running;
    const uses = graph ? usesOfTools(graph.body) : new Map<string, never>();
    const named = { onlyNamed: true, toolIds: namedToolIds(running) };
    const { tools } = await this.tools.listTools({ workspaceCaller: caller, ...named });
    return {
      tools: tools.flatMap((tool) => {
        const ofTool = uses.get(tool.toolId);
        return ofTool ? [fromTool(tool, ofTool)] : [];
      }),
      service_id: params.service_id,
      workspace_id: workspaceOf(caller),
    };
  }

  @Serves(executeTool)
  async execute({ caller, body }: RouteInput<typeof executeTool>) {
    const service = { kind: 'service', definitionId: body.service_id, parentId: undefined };
    await this.definitions.findDefinition({ ...of(caller), ...service });
    const variables: Record<string, string> = body.entity_id === null ? {} : { entity_id: body.entity_id };
    const request = {
      ...of(caller),
      toolId: body.tool_name,
      versionConstraint: undefined,
      inputJson: JSON.stringify(body.input_params),
      variables,
      secretVariables: {},
      dryRun: body.dry_run,
      integrationId: undefined,
    };
    const { outcome, tool } = await this.tools.testTool(request, { deadlineMs: toolCallDeadlineMs });
    return {
      result: resultOf(outcome),
      duration_ms: outcome?.durationMs ?? 0,
      dry_run: body.dry_run,
      source: 'tool_test' as const,
      tool_type: body.tool_type,
      tier: toolTier,
      is_write: tool?.hasEffects ?? false,
      sub_tool_logs: [],
      blocked_side_effects: outcome?.blockedEffects ?? [],
      error: errorOf(outcome),
    };
  }

  @Serves(testEndpoint)
  async testEndpoint({ caller, params, body }: RouteInput<typeof testEndpoint>) {
    const request = {
      ...of(caller),
      toolId: await this.#toolOf(caller, params.integration_id, params.endpoint_id),
      versionConstraint: undefined,
      inputJson: JSON.stringify(body.params),
      variables: {},
      // `auth_params` are of kinds of authentication that are not supported.
      secretVariables: {},
      dryRun: false,
      integrationId: params.integration_id,
    };
    const { outcome } = await this.tools.testTool(request, { deadlineMs: toolCallDeadlineMs });
    return fromEndpointOutcome(outcome);
  }

  /** @param endpoint its id or its name @throws DomainError `not_found` */
  async #toolOf(caller: WorkspaceCaller, integrationId: string, endpoint: string): Promise<string> {
    const find = (kind: string, id: string, parentId: string | undefined) =>
      this.definitions.findDefinition({ ...of(caller), kind, definitionId: id, parentId });
    const { definition: integration } = await find('integration', integrationId, undefined);
    const id = endpoint.toLowerCase();
    const name = isResourceId(workspaceTenant(workspaceOf(caller)), id)
      ? (await find('endpoint', id, integrationId)).definition?.name
      : await this.#endpointOfName(caller, integrationId, endpoint);
    if (!integration || name === undefined)
      throw new DomainError('not_found', 'There is no endpoint with this id or name.');
    return `${integration.name}__${name}`;
  }

  async #endpointOfName(
    caller: WorkspaceCaller,
    integrationId: string,
    name: string,
  ): Promise<string | undefined> {
    for (let offset = 0; ;) {
      const { definitions, page } = await this.definitions.listDefinitions({
        ...of(caller),
        kind: 'endpoint',
        parentId: integrationId,
        definitionIds: [],
        search: name.slice(0, 200),
        isRetired: undefined,
        filtersJson: '{}',
        tags: [],
        sortBy: [],
        page: { limit: 200, offset },
      });
      const found = definitions.find((definition) => definition.name === name);
      if (found || !page?.hasMore) return found?.name;
      offset = page.nextOffset ?? offset + definitions.length;
    }
  }
}
