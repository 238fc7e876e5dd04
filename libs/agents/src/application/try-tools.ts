import { Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import type { ToolOutcome } from '@svc/tools';
import { isCallable, type ResolvedTool, type ToolReference } from '../tools/tool-reference.js';
import { Tools } from '../tools/tools.js';
import type { DefinitionRequest } from './definition-request.js';
import { RunTool, type ToolRun } from './run-tool.js';

/** Lists tools, and calls one, for who defines them. */
@Injectable()
export class TryTools {
  constructor(
    private readonly tools: Tools,
    private readonly runTool: RunTool,
  ) {}

  /** All tools of a workspace. @throws DomainError `permission_denied` */
  async list({ tenantId, access }: DefinitionRequest, signal: AbortSignal): Promise<readonly ResolvedTool[]> {
    access.require('view', null);
    return this.tools.all(tenantId, signal);
  }

  /** @throws DomainError `permission_denied`, `not_found` */
  async call(
    { tenantId, access, surface }: DefinitionRequest,
    reference: ToolReference,
    run: ToolRun,
    signal: AbortSignal,
  ): Promise<{ readonly tool: ResolvedTool; readonly outcome: ToolOutcome }> {
    // Of tools of an organization, who may see them may invoke them.
    if (surface === 'classic') access.require('view', reference.toolId);
    else access.require('update', null);
    const [tool] = await this.tools.resolve(tenantId, [reference], signal);
    if (!tool || (!isCallable(tool) && tool.isMissing))
      throw new DomainError('not_found', 'There is no tool with this id.');
    return { tool, outcome: await this.runTool.run(tenantId, tool, run, signal) };
  }
}
