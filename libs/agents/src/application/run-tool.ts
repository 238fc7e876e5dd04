import { Inject, Injectable } from '@nestjs/common';
import type { JsonObject, TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import type { CallValues, ToolOutcome } from '@svc/tools';
import { DefinitionSecrets } from '../adapters/definition-secrets.js';
import { isCallable, type CallableTool, type ResolvedTool } from '../tools/tool-reference.js';
import { ToolRunning } from '../tools/tool-running.js';
import { Tools } from '../tools/tools.js';

export interface ToolRun {
  readonly input: JsonObject;
  readonly effectKey: string | null;
  readonly timeoutMs: number;
  readonly maxResultCharacters: number;
  /** Beside those of the tool, which win. */
  readonly values: CallValues;
  readonly isDryRun: boolean;
  /** A person has approved this call. */
  readonly isApproved: boolean;
}

const neverAborted = new AbortController().signal;

/** Runs a tool where its secrets live (ADR 48). */
@Injectable()
export class RunTool {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly secrets: DefinitionSecrets,
    private readonly tools: Tools,
    private readonly running: ToolRunning,
  ) {}

  /** For the conversations context: no permission is judged. */
  async execute(
    tenantId: TenantId,
    named: { readonly toolId: string; readonly version: string | null },
    run: ToolRun,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const tool = await this.tools.resolveVersion(tenantId, named.toolId, named.version, signal);
    // It may have changed since the turn was told of it: then no intent of this call is stored (ADR 49).
    if (isCallable(tool) && tool.hasEffects && run.effectKey === null && !run.isDryRun)
      return failed('The tool has effects now, and had none when the turn began. It was not called.');
    return this.run(tenantId, tool, run, signal);
  }

  /** @param signal ends a call without effects. One with effects goes on: cut, nobody would know what came of it */
  async run(tenantId: TenantId, tool: ResolvedTool, run: ToolRun, signal: AbortSignal): Promise<ToolOutcome> {
    if (!isCallable(tool)) return failed(tool.reason);
    if (tool.needsApproval && !run.isApproved && !run.isDryRun)
      return failed('A person has to approve calls of this tool. It was not called.');
    const end = this.running.calls.begin(tenantId);
    if (end === undefined) return failed('Too many calls of tools are under way. Try again later.');
    try {
      return await this.#call(tenantId, tool, run, signal);
    } finally {
      end();
    }
  }

  async #call(
    tenantId: TenantId,
    tool: CallableTool,
    run: ToolRun,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const secrets = await this.secrets.openAll(this.database, { tenantId, definitionId: tool.ownerId });
    const values = {
      variables: { ...run.values.variables, ...tool.variables },
      secrets: { ...run.values.secrets, ...Object.fromEntries(secrets) },
    };
    return this.running.runner.run(
      tool.withSecrets(secrets),
      { ...run, values },
      tool.hasEffects ? neverAborted : signal,
    );
  }
}

function failed(reason: string): ToolOutcome {
  return { type: 'failed', class: 'generic', reason, durationMs: 0, retries: 0, exchange: null };
}
