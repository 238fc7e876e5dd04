import { Inject, Injectable } from '@nestjs/common';
import type { ToolBody, ToolVersionBody } from '@svc/definitions/classic';
import type { TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import type { z } from 'zod';
import { VersionBodies } from '../adapters/version-bodies.js';
import { versionSpecifier } from '../domain/tool/version-specifier.js';
import {
  organizationTools,
  toolVersionBodies,
  toolVersions,
  type StoredToolVersion,
  type ToolVersionLabel,
} from '../projections/tool-queries.js';
import { readBodies } from './read-bodies.js';
import { missing, unavailable, type ResolvedTool, type ToolReference } from './tool-reference.js';
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
    const wanted = new Set(chosen.flatMap(({ version }) => version ?? []));
    const stored = await toolVersionBodies(this.database, tenantId, [...wanted]);
    const read = await readBodies<z.infer<typeof ToolVersionBody>, StoredToolVersion>(
      this.bodies,
      owned,
      stored,
    );
    const versionBodies = new Map([...read].map(([{ id, version }, body]) => [`${id}/${version}`, body]));
    return chosen.map(({ reference, tool, version }) => {
      const body = tool && toolBodies.get(tool);
      if (!tool || !body) return missing(reference);
      const call = version && versionBodies.get(`${version.id}/${version.version}`);
      if (!version || !call) return unavailable(reference, 'No version of this tool can be used.');
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
