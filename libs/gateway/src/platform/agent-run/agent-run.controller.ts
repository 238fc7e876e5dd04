import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import { DEFINITIONS, TOOLS, type DefinitionsClient, type ToolsClient } from '../../services.js';
import { withFacts } from '../../wire/documented.js';
import { charactersUpTo } from '../../wire/text.js';
import { of } from '../definition/definition-controller.js';
import { definitionId } from '../definition/definition-routes.js';
import { workspaceOf } from '../definition/definition-wire.js';
import { readsPerMinute } from '../per-minute.js';
import { namedToolIds, runningVersion } from '../tool/running-version.js';
import { WorkspacePath } from '../workspace-path.js';
import { harnessContext } from './harness-context.js';
import { HarnessContext } from './harness-context-schemas.js';

const getHarnessContext = defineRoute({
  surface: 'platform',
  operationId: 'get-harness-context',
  method: 'GET',
  path: '/v1/:workspace_id/agent-runs/harness-context',
  summary:
    'Shows what a framework needs to run the agent of a service by one of its version sets. ' +
    'Needs `Agent.view`, `ContextGraph.view` and `Integration.view` too.',
  access: forWorkspace('Service.view'),
  request: {
    params: WorkspacePath,
    query: z.object({
      service_id: definitionId,
      version_set: withFacts(z.string().refine(...charactersUpTo(255)), { maxLength: 255 }).default(
        'release',
      ),
    }),
  },
  answer: { status: 200, content: 'json', schema: HarnessContext },
  errors: ['not_found'],
  perMinute: readsPerMinute,
  example: { query: { service_id: 'c56a4180-65aa-42ec-a945-5fd21dec0538' } },
});

@Controller()
export class AgentRunController {
  constructor(
    @Inject(DEFINITIONS) private readonly definitions: DefinitionsClient,
    @Inject(TOOLS) private readonly tools: ToolsClient,
  ) {}

  @Serves(getHarnessContext)
  async harnessContext({ caller, query }: RouteInput<typeof getHarnessContext>) {
    const { service_id: serviceId, version_set: setName } = query;
    const running = await runningVersion(this.definitions, caller, serviceId, setName);
    const named = { onlyNamed: true, toolIds: namedToolIds(running) };
    const service = { kind: 'service', definitionId: serviceId, parentId: undefined };
    const [{ tools }, { definition }] = await Promise.all([
      this.tools.listTools({ workspaceCaller: caller, ...named }),
      this.definitions.findDefinition({ ...of(caller), ...service }),
    ]);
    const agentName = definition?.referenceNames[running.service.agent_id] ?? '';
    return harnessContext(running, tools, { workspaceId: workspaceOf(caller), agentName });
  }
}
