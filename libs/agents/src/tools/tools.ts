import { Injectable } from '@nestjs/common';
import { organizationOf, type TenantId } from '@svc/kernel';
import { refusalOfInputSchema } from '@svc/tools';
import { OrganizationTools } from './organization-tools.js';
import { isCallable, unavailable, type ResolvedTool, type ToolReference } from './tool-reference.js';
import { WorkspaceTools } from './workspace-tools.js';

/** The tools of any tenant. */
@Injectable()
export class Tools {
  constructor(
    private readonly ofOrganizations: OrganizationTools,
    private readonly ofWorkspaces: WorkspaceTools,
  ) {}

  /** In the order of the references. A tool whose schema is hostile can't be called. */
  async resolve(
    tenantId: TenantId,
    references: readonly ToolReference[],
    signal: AbortSignal,
  ): Promise<readonly ResolvedTool[]> {
    const resolved =
      organizationOf(tenantId) === null
        ? await this.ofWorkspaces.resolve(tenantId, references, signal)
        : await this.ofOrganizations.resolve(tenantId, references);
    return resolved.map(withUsableSchema);
  }

  /** One of them, in the version that was described. */
  async resolveVersion(
    tenantId: TenantId,
    toolId: string,
    version: string | null,
    signal: AbortSignal,
  ): Promise<ResolvedTool> {
    const reference = { toolId, versionConstraint: null };
    const [resolved] =
      organizationOf(tenantId) === null
        ? await this.ofWorkspaces.resolve(tenantId, [reference], signal)
        : await this.ofOrganizations.resolve(tenantId, [reference], version);
    return resolved ? withUsableSchema(resolved) : unavailable(reference, 'There is no tool with this id.');
  }

  /** All tools of a workspace. */
  async all(tenantId: TenantId, signal: AbortSignal): Promise<readonly ResolvedTool[]> {
    return (await this.ofWorkspaces.all(tenantId, signal)).map(withUsableSchema);
  }
}

function withUsableSchema(tool: ResolvedTool): ResolvedTool {
  if (!isCallable(tool)) return tool;
  const refusal = refusalOfInputSchema(tool.inputSchema);
  if (refusal === undefined) return tool;
  return unavailable(
    tool.reference,
    `Its input schema can't be used: ${refusal.at || 'it'} ${refusal.reason}.`,
  );
}
