import { Inject, Injectable } from '@nestjs/common';
import type { IdGenerator } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';
import { IDS } from '@svc/service-host';
import { contextGraphNameKey } from '../projections/context-graph-rows.js';
import { authorOf } from './author-of.js';
import { ContextGraphs } from './context-graphs.js';
import { requireInOrganization } from './permissions.js';
import { refuseTakenName } from './taken-name.js';

@Injectable()
export class CreateContextGraph {
  constructor(
    private readonly contextGraphs: ContextGraphs,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  /**
   * @returns the id of the new context graph.
   * @throws DomainError `permission_denied`, `validation_failed`, `conflict` when the tenant has a context graph of that
   *   name.
   */
  async execute(context: RequestContext, { name }: { readonly name: string }): Promise<string> {
    requireInOrganization(context, 'Organization:CreateServiceHierarchicalStateMachine');
    const { tenantId, metadata } = context;
    const contextGraphId = this.ids.resourceId(tenantId);
    await this.contextGraphs
      .create(
        { tenantId, id: contextGraphId, metadata },
        { type: 'CreateContextGraph', contextGraphId, name, by: authorOf(context) },
      )
      .catch(refuseTakenName(contextGraphNameKey, `There is already a context graph named "${name}".`));
    return contextGraphId;
  }
}
