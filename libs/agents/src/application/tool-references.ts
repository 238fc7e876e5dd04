import { Inject, Injectable } from '@nestjs/common';
import { namedTools, type PlatformGraph } from '@svc/definitions/platform';
import type { TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { VersionBodies } from '../adapters/version-bodies.js';
import { definitionNotFound } from '../domain/definition/definition.js';
import { versionBodies } from '../projections/definition-version-query.js';
import { graphsNaming, type NamingGraph } from '../projections/definition-facts-query.js';
import type { DefinitionRequest } from './definition-request.js';
import { ReadDefinitions } from './read-definitions.js';

export interface GraphReference extends Pick<NamingGraph, 'id' | 'name' | 'version'> {
  readonly states: readonly { readonly stateName: string; readonly list: string }[];
}

export interface References {
  readonly graphs: readonly GraphReference[];
  readonly serviceIds: readonly string[];
}

/** Read together: a graph may have a mebibyte, and many may name a skill. */
const graphsAtOnce = 16;

/** Where graphs of a workspace name a skill as a tool. */
@Injectable()
export class ToolReferences {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly definitions: ReadDefinitions,
    private readonly bodies: VersionBodies,
  ) {}

  /** @throws DomainError `permission_denied`, `not_found` */
  async list(request: DefinitionRequest, id: string): Promise<References> {
    if (request.kind !== 'skill') throw definitionNotFound(request.kind);
    const { name } = await this.definitions.find(request, id, null);
    const naming = await graphsNaming(this.database, request.tenantId, name);
    const graphs: GraphReference[] = [];
    for (let at = 0; at < naming.length; at += graphsAtOnce)
      graphs.push(...(await this.#read(request.tenantId, naming.slice(at, at + graphsAtOnce), name)));
    return { graphs, serviceIds: naming.flatMap(({ serviceIds }) => serviceIds).toSorted() };
  }

  async #read(
    tenantId: TenantId,
    naming: readonly NamingGraph[],
    toolId: string,
  ): Promise<readonly GraphReference[]> {
    const stored = await versionBodies(this.database, tenantId, naming);
    const texts = await this.bodies.readAll(
      stored.map(({ id, body }) => ({ tenantId, category: 'context_graph', id, body })),
    );
    const states = new Map(
      stored.map(({ id }, index) => [
        id,
        statesNaming(JSON.parse(texts[index] ?? '') as PlatformGraph, toolId),
      ]),
    );
    return naming.map(({ id, name, version }) => ({ id, name, version, states: states.get(id) ?? [] }));
  }
}

/** Each list of each state once. */
function statesNaming(graph: PlatformGraph, toolId: string): GraphReference['states'] {
  const lists = namedTools(graph, []).flatMap(({ toolId: named, loc: [, place, list] }) =>
    named === toolId ? [`${place} ${list}`] : [],
  );
  return [...new Set(lists)].map((text) => {
    const [place = '', list = ''] = text.split(' ');
    return { stateName: graph.states[Number(place)]?.name ?? '', list };
  });
}
