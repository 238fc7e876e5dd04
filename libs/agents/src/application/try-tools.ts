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

  /** Tools of a workspace. @param toolIds null: all @throws DomainError `permission_denied` */
  async list(
    { tenantId, access }: DefinitionRequest,
    toolIds: readonly string[] | null,
    signal: AbortSignal,
  ): Promise<readonly ResolvedTool[]> {
    access.require('view', null);
    if (toolIds === null) return this.tools.all(tenantId, signal);
    const references = toolIds.map((toolId) => ({ toolId, versionConstraint: null }));
    return this.tools.resolve(tenantId, references, signal);
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
    if (!tool) throw new DomainError('not_found', 'There is no tool with this id.');
    if (!isCallable(tool) && tool.isMissing) throw new DomainError('not_found', tool.reason);
    return { tool, outcome: await this.runTool.run(tenantId, tool, run, signal) };
  }
}
