import { Inject, Injectable } from '@nestjs/common';
import type { ReferencedGraph } from '@svc/contracts/agents';
import { DomainError } from '@svc/errors';
import type { TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { VersionBodies } from '../adapters/version-bodies.js';
import { graphVersions, type GraphVersion } from '../projections/graph-versions-query.js';

/** A conversation reads all of them when it begins. */
const maxReferencedGraphs = 50;

/** The graphs that graphs refer to. */
@Injectable()
export class ReferencedGraphs {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly bodies: VersionBodies,
  ) {}

  /**
   * The graphs that a graph refers to, and those that they refer to, each version once. A query for each step away from it; none
   * where it refers to nothing.
   * @param graphJson a version's body
   * @throws DomainError `invalid_request`: there are too many
   */
  async readAll(tenantId: TenantId, graphJson: string): Promise<readonly ReferencedGraph[]> {
    const found = new Map<string, ReferencedGraph>();
    for (let next = referencesIn(graphJson); next.length > 0;) {
      if (found.size + next.length > maxReferencedGraphs)
        throw new DomainError(
          'invalid_request',
          `The context graph refers to more than ${maxReferencedGraphs} others. Refer to fewer.`,
        );
      const read = await this.#read(tenantId, next);
      for (const graph of read) found.set(keyOf(graph), graph);
      const further = read.flatMap(({ contextGraphJson }) => referencesIn(contextGraphJson));
      next = [...new Map(further.map((one) => [keyOf(one), one])).values()].filter(
        (one) => !found.has(keyOf(one)),
      );
    }
    return [...found.values()];
  }

  async #read(tenantId: TenantId, wanted: readonly GraphVersion[]): Promise<readonly ReferencedGraph[]> {
    const stored = await graphVersions(this.database, tenantId, wanted);
    const places = stored.map(({ contextGraphId: id, body }) => ({
      ...{ tenantId, category: 'context_graph', id },
      body,
    }));
    const texts = await this.bodies.readAll(places);
    return stored.map(({ contextGraphId, version }, place) => ({
      ...{ contextGraphId, version },
      contextGraphJson: texts[place] ?? '',
    }));
  }
}

function keyOf({ contextGraphId, version }: GraphVersion): string {
  return `${contextGraphId}/${version}`;
}

/** Only graphs of organizations refer to others. */
function referencesIn(graphJson: string): readonly GraphVersion[] {
  const { references = {} } = JSON.parse(graphJson) as {
    readonly references?: Record<string, [string, number]>;
  };
  const all = Object.values(references).map(([contextGraphId, version]) => ({ contextGraphId, version }));
  return [...new Map(all.map((one) => [keyOf(one), one])).values()];
}
