import {
  ToolsServiceService,
  type ChangeToolVariablesRequest,
  type ChangeToolVariablesResponse,
  type DescribeToolsRequest,
  type DescribeToolsResponse,
  type ListToolsRequest,
  type ListToolsResponse,
  type RunToolRequest,
  type RunToolResponse,
  type TestToolRequest,
  type TestToolResponse,
} from '@svc/contracts/agents';
import type { RpcCall } from '@svc/rpc';
import { RpcController } from '@svc/rpc/nest';
import { ChangeToolVariables } from '../application/change-tool-variables.js';
import { RunTool } from '../application/run-tool.js';
import { TryTools } from '../application/try-tools.js';
import { isCallable } from '../tools/tool-reference.js';
import { Tools } from '../tools/tools.js';
import { idOf, requestOf } from './definition-parts.js';
import { requireTenant } from './request-parts.js';
import { listedTools, outcomeMessage, requireFew, runOf, toolMessage, variableOf } from './tool-parts.js';

const maxTools = 200;
/** More than a graph can name. */
const maxNamedTools = 10_000;
/** Of a call outside of conversations. */
const testTimeoutMs = 600_000;
const testResultCharacters = 1_000_000;

/** ToolsService (proto/svc/agents/v1/tools_service.proto): maps, and calls the use case. */
@RpcController(ToolsServiceService)
export class ToolsController {
  constructor(
    private readonly tools: Tools,
    private readonly run: RunTool,
    private readonly tryTools: TryTools,
    private readonly changeVariables: ChangeToolVariables,
  ) {}

  async describeTools(message: DescribeToolsRequest, { signal }: RpcCall): Promise<DescribeToolsResponse> {
    const tenantId = requireTenant(message.tenantId);
    const references = requireFew(message.tools, maxTools).map(({ toolId, versionConstraint = null }) => {
      return { toolId, versionConstraint };
    });
    return listedTools(await this.tools.resolve(tenantId, references, signal));
  }

  async runTool(message: RunToolRequest, { signal }: RpcCall): Promise<RunToolResponse> {
    const tenantId = requireTenant(message.tenantId);
    const { toolId, version = null, effectKey = null, timeoutMs, maxResultCharacters, isApproved } = message;
    const run = runOf(message, { effectKey, timeoutMs, maxResultCharacters, isApproved });
    const outcome = await this.run.execute(tenantId, { toolId, version }, run, signal);
    return { outcome: outcomeMessage(outcome) };
  }

  async listTools(message: ListToolsRequest, call: RpcCall): Promise<ListToolsResponse> {
    const request = requestOf(message, 'integration', call);
    const toolIds = message.onlyNamed ? requireFew(message.toolIds, maxNamedTools) : null;
    return listedTools(await this.tryTools.list(request, toolIds, call.signal));
  }

  async testTool(message: TestToolRequest, call: RpcCall): Promise<TestToolResponse> {
    const request = requestOf(message, message.workspaceCaller ? 'integration' : 'tool', call);
    const { toolId, versionConstraint = null, integrationId } = message;
    const reference = { toolId, versionConstraint, ...(integrationId !== undefined && { integrationId }) };
    const run = runOf(message, {
      effectKey: null,
      timeoutMs: testTimeoutMs,
      maxResultCharacters: testResultCharacters,
      isApproved: false,
    });
    const { tool, outcome } = await this.tryTools.call(request, reference, run, call.signal);
    return {
      outcome: outcomeMessage(outcome),
      tool: isCallable(tool) ? toolMessage(tool) : undefined,
    };
  }

  async changeToolVariables(
    message: ChangeToolVariablesRequest,
    call: RpcCall,
  ): Promise<ChangeToolVariablesResponse> {
    const request = requestOf(message, 'tool', call);
    const { inserts, updates, deletes } = message;
    const changes = { inserts: inserts.map(variableOf), updates: updates.map(variableOf), deletes };
    await this.changeVariables.execute(request, idOf(request, message.toolId), changes);
    return {};
  }
}
