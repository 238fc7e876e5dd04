import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { DATABASE } from '@svc/service-host';
import type { AvailableVersions } from '../domain/service/service-rules.js';
import type { VersionSet } from '../domain/service/version-set.js';
import type { ModelNames } from '../domain/service/version-set-rules.js';
import { availableVersions } from '../projections/lookups.js';
import { authorOf } from './author-of.js';
import { MODEL_NAMES } from './model-names.js';
import { requireOnService } from './permissions.js';
import { Services } from './services.js';

export interface NewVersionSet {
  readonly serviceId: string;
  readonly name: string;
  readonly versionSet: VersionSet;
}

const nothingAvailable: AvailableVersions = { agent: null, contextGraph: null };

@Injectable()
export class PutVersionSet {
  constructor(
    private readonly services: Services,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(MODEL_NAMES) private readonly modelNames: ModelNames,
  ) {}

  /**
   * @throws DomainError `not_found`, `permission_denied`, `validation_failed`, `invalid_request` when the set is `edge`
   *   or names a version that is not of this service's agent or graph.
   */
  async execute(context: RequestContext, { serviceId, name, versionSet }: NewVersionSet): Promise<void> {
    const { tenantId, metadata } = context;
    const by = authorOf(context);
    await this.services.change({ tenantId, id: serviceId, metadata }, async ({ state: service }) => {
      const isNew = !service?.versionSets.some((set) => set.name === name);
      requireOnService(context, isNew ? 'Service:CreateVersionSet' : 'Service:UpdateVersionSet', serviceId);
      const available = service
        ? await availableVersions(this.database, tenantId, service.agentId, service.contextGraphId)
        : nothingAvailable;
      return { type: 'PutVersionSet', name, versionSet, available, modelNames: this.modelNames, by };
    });
  }
}
