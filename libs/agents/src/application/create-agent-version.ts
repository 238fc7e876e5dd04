import { Inject, Injectable } from '@nestjs/common';
import type { IdGenerator } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';
import { IDS } from '@svc/service-host';
import {
  agentDefinitionFromProto,
  agentDefinitionMessageFromJson,
  agentDefinitionToJson,
} from '../adapters/definition-mapping.js';
import { VersionBodies, type Versioned } from '../adapters/version-bodies.js';
import { nextAgentVersion } from '../domain/agent/agent.js';
import type { AgentDefinition, AgentDefinitionChanges } from '../domain/agent/agent-definition.js';
import { carryOver, checkAgentDefinitionChanges } from '../domain/agent/agent-definition-rules.js';
import type { VersionBody } from '../domain/version-body.js';
import { Agents } from './agents.js';
import { authorOf } from './author-of.js';
import { createdVersion, type CreatedVersion } from './created-version.js';
import { requireInOrganization } from './permissions.js';

export interface NewAgentVersion {
  readonly agentId: string;
  /** Null: the next number, whichever it is. */
  readonly expectedVersion: number | null;
  readonly changes: AgentDefinitionChanges;
}

@Injectable()
export class CreateAgentVersion {
  constructor(
    private readonly agents: Agents,
    private readonly bodies: VersionBodies,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /**
   * @throws DomainError `permission_denied`, `not_found`, `validation_failed`, `conflict` when another number is next,
   *   `invalid_request` when the first version is incomplete.
   */
  async execute(context: RequestContext, request: NewAgentVersion): Promise<CreatedVersion> {
    requireInOrganization(context, 'Organization:CreateAgentVersion');
    const { tenantId, metadata } = context;
    const { agentId, expectedVersion, changes } = request;
    const versionId = this.ids.resourceId(tenantId);
    const by = authorOf(context);
    checkAgentDefinitionChanges(changes);
    const agent = { tenantId, category: 'agent', id: agentId } as const;
    const { events } = await this.agents.change({ tenantId, id: agentId, metadata }, async ({ state }) => {
      // Before anything is read or stored for a version that would be refused.
      nextAgentVersion(state, expectedVersion);
      const definition = carryOver(await this.#read(agent, state?.latestBody ?? null), changes);
      const draft = this.bodies.draft(agent, agentDefinitionToJson(definition));
      await draft.keep();
      return { type: 'CreateAgentVersion', versionId, expectedVersion, body: draft.body, by };
    });
    return createdVersion(events);
  }

  async #read(agent: Versioned, body: VersionBody | null): Promise<AgentDefinition | null> {
    if (body === null) return null;
    return agentDefinitionFromProto(
      agentDefinitionMessageFromJson(await this.bodies.read({ ...agent, body })),
    );
  }
}
