import { Inject, Injectable } from '@nestjs/common';
import type { IdGenerator } from '@svc/kernel';
import type { Requester } from '@svc/rpc';
import { IDS } from '@svc/service-host';
import type { AgentDefinitionChanges } from '../domain/agent/agent-definition.js';
import { Agents } from './agents.js';
import { authorOf } from './author-of.js';
import { createdVersion, type CreatedVersion } from './created-version.js';
import { requireInOrganization } from './permissions.js';

export interface NewAgentVersion {
  readonly agentId: string;
  /** Null: whichever number is next. */
  readonly expectedVersion: number | null;
  readonly changes: AgentDefinitionChanges;
}

@Injectable()
export class CreateAgentVersion {
  constructor(
    private readonly agents: Agents,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /**
   * @throws DomainError `permission_denied`, `not_found`, `validation_failed`, `conflict` when another number is next,
   *   `invalid_request` when the first version is incomplete.
   */
  async execute(requester: Requester, request: NewAgentVersion): Promise<CreatedVersion> {
    requireInOrganization(requester, 'Organization:CreateAgentVersion');
    const { tenantId, metadata } = requester;
    const { agentId, expectedVersion, changes } = request;
    const versionId = this.ids.resourceId(tenantId);
    const by = authorOf(requester);
    const { events } = await this.agents.change({ tenantId, id: agentId, metadata }, () => ({
      type: 'CreateAgentVersion',
      versionId,
      expectedVersion,
      changes,
      by,
    }));
    return createdVersion(events);
  }
}
