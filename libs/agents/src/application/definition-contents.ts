import { Injectable } from '@nestjs/common';
import type { Definition } from '@svc/contracts/agents';
import type { TenantId } from '@svc/kernel';
import { agentDefinitionMessageFromJson } from '../adapters/definition-mapping.js';
import { VersionBodies } from '../adapters/version-bodies.js';
import type { StoredDefinition } from '../projections/definition-query.js';

/** The content of the versions of an agent and a graph, wherever their bodies are. */
@Injectable()
export class DefinitionContents {
  constructor(private readonly bodies: VersionBodies) {}

  /** No query, or one when a body is in the blob store. */
  async read(
    tenantId: TenantId,
    { agentId, contextGraphId }: { readonly agentId: string; readonly contextGraphId: string },
    { agentBody, graphBody }: StoredDefinition,
  ): Promise<Definition> {
    const [agentJson = '', contextGraphJson = ''] = await this.bodies.readAll([
      { tenantId, category: 'agent', id: agentId, body: agentBody },
      { tenantId, category: 'context_graph', id: contextGraphId, body: graphBody },
    ]);
    return { agent: agentDefinitionMessageFromJson(agentJson), contextGraphJson };
  }
}
