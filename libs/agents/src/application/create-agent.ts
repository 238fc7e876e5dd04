import { Inject, Injectable } from '@nestjs/common';
import type { IdGenerator } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';
import { IDS } from '@svc/service-host';
import { agentNameKey } from '../projections/agent-rows.js';
import { Agents } from './agents.js';
import { authorOf } from './author-of.js';
import { requireInOrganization } from './permissions.js';
import { refuseTakenName } from './taken-name.js';

@Injectable()
export class CreateAgent {
  constructor(
    private readonly agents: Agents,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /**
   * @returns the id of the new agent.
   * @throws DomainError `permission_denied`, `validation_failed`, `conflict` when the tenant has an agent of that name.
   */
  async execute(context: RequestContext, { name }: { readonly name: string }): Promise<string> {
    requireInOrganization(context, 'Organization:CreateAgent');
    const { tenantId, metadata } = context;
    const agentId = this.ids.resourceId(tenantId);
    await this.agents
      .create(
        { tenantId, id: agentId, metadata },
        { type: 'CreateAgent', agentId, name, by: authorOf(context) },
      )
      .catch(refuseTakenName(agentNameKey, `There is already an agent named "${name}".`));
    return agentId;
  }
}
