import { Inject, Injectable } from '@nestjs/common';
import type { ToolBody, ToolVersionBody } from '@svc/definitions/classic';
import type { TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import type { z } from 'zod';
import { VersionBodies } from '../adapters/version-bodies.js';
import { versionSpecifier } from '../domain/tool/version-specifier.js';
import { versionBodies } from '../projections/definition-version-query.js';
import { organizationTools, toolVersions, type ToolVersionLabel } from '../projections/tool-queries.js';
import { readBodies } from './read-bodies.js';
import { missing, type ResolvedTool, type ToolReference } from './tool-reference.js';
import { traitsOf, versionTool } from './http-tools.js';

/** The tools of an organization: each version is one HTTP call. */
@Injectable()
export class OrganizationTools {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly bodies: VersionBodies,
  ) {}

  /**
   * The latest versions that the references allow, without deprecated ones.
   * @param pinned the version to take, also if it is deprecated; null: by the constraint
   */
  async resolve(
    tenantId: TenantId,
    references: readonly ToolReference[],
    pinned: string | null = null,
  ): Promise<readonly ResolvedTool[]> {
    const ids = [...new Set(references.map(({ toolId }) => toolId))];
    const [tools, versions] = await Promise.all([
      organizationTools(this.database, tenantId, ids),
      toolVersions(this.database, tenantId, ids),
    ]);
    const known = new Map(tools.map((tool) => [tool.id, tool]));
    const chosen = references.map((reference) => ({
      reference,
      tool: known.get(reference.toolId),
      version: chosenVersion(versions, reference, pinned),
    }));
    const owned = { tenantId, category: 'tool' };
    const toolBodies = await readBodies<z.infer<typeof ToolBody>>(this.bodies, owned, tools);
    const calls = await this.#versionBodies(
      tenantId,
      chosen.flatMap(({ version }) => version ?? []),
    );
    return chosen.map(({ reference, tool, version }) => {
      const body = tool && toolBodies.get(tool);
      if (!tool || !body) return missing(reference);
      const call = version && calls.get(keyOf(version));
      if (!version || !call)
        return {
          reference,
          isMissing: true,
          reason: 'There is no such version of the tool, or it is deprecated.',
        };
      return {
        reference,
        name: tool.name,
        version: version.label,
        description: body.description,
        ...traitsOf(call),
        ownerId: tool.id,
        variables: body.envvars,
        withSecrets: () => versionTool(call),
      };
    });
  }

  async #versionBodies(tenantId: TenantId, versions: readonly ToolVersionLabel[]) {
    const stored = await versionBodies(this.database, tenantId, versions);
    const texts = await this.bodies.readAll(
      stored.map(({ id, body }) => ({ tenantId, category: 'tool', id, body })),
    );
    return new Map(
      stored.map((version, index) => [
        keyOf(version),
        JSON.parse(texts[index] ?? '{}') as z.infer<typeof ToolVersionBody>,
      ]),
    );
  }
}

function keyOf({ id, version }: Pick<ToolVersionLabel, 'id' | 'version'>): string {
  return `${id}/${version}`;
}

/** @param versions the latest first */
function chosenVersion(
  versions: readonly ToolVersionLabel[],
  { toolId, versionConstraint }: ToolReference,
  pinned: string | null,
): ToolVersionLabel | undefined {
  const own = versions.filter(({ id }) => id === toolId);
  if (pinned !== null) return own.find(({ label }) => label === pinned);
  const isAllowed = versionSpecifier(versionConstraint ?? '*');
  return own.find(({ label, isRetired }) => !isRetired && isAllowed?.(label) === true);
}
