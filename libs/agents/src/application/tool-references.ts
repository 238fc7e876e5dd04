import { Inject, Injectable } from '@nestjs/common';
import { namedTools, type PlatformGraph } from '@svc/definitions/platform';
import type { TenantId } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { VersionBodies } from '../adapters/version-bodies.js';
import { definitionNotFound } from '../domain/definition/definition.js';
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
    const texts = await this.bodies.readAll(naming.map((graph) => keptBody(request.tenantId, graph)));
    return {
      graphs: naming.map((graph, index) => ({
        ...{ id: graph.id, name: graph.name, version: graph.version },
        states: statesNaming(JSON.parse(texts[index] ?? '') as PlatformGraph, name),
      })),
      serviceIds: naming.flatMap(({ serviceIds }) => serviceIds).toSorted(),
    };
  }
}

function keptBody(tenantId: TenantId, { id, bodyAddress: address, bodyJson: inlineJson }: NamingGraph) {
  return { tenantId, category: 'context_graph', id, body: { address, inlineJson } };
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
