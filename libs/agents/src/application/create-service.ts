import { Inject, Injectable } from '@nestjs/common';
import type { IdGenerator } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import type { RequestContext } from '@svc/rpc';
import { DATABASE, IDS } from '@svc/service-host';
import type { ServiceSettings } from '../domain/service/service.js';
import type { VersionSet } from '../domain/service/version-set.js';
import type { ModelNames } from '../domain/service/version-set-rules.js';
import { availableVersions } from '../projections/lookups.js';
import { activeServiceNameKey } from '../projections/service-rows.js';
import { authorOf } from './author-of.js';
import { MODEL_NAMES } from './model-names.js';
import { requireInOrganization } from './permissions.js';
import { Services } from './services.js';
import { refuseTakenName } from './taken-name.js';

export interface NewService extends ServiceSettings {
  /** Null: the latest versions, as `edge`. */
  readonly releaseVersionSet: VersionSet | null;
}

@Injectable()
export class CreateService {
  constructor(
    private readonly services: Services,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(MODEL_NAMES) private readonly modelNames: ModelNames,
  ) {}

  /**
   * @returns the id of the new service.
   * @throws DomainError `permission_denied`, `validation_failed`, `not_found` for agent or graph, `invalid_request` for
   *   versions that do not exist, `conflict` when an active service has the name.
   */
  async execute(context: RequestContext, service: NewService): Promise<string> {
    requireInOrganization(context, 'Service:CreateService');
    const { tenantId, metadata } = context;
    const serviceId = this.ids.resourceId(tenantId);
    const available = await availableVersions(
      this.database,
      tenantId,
      service.agentId,
      service.contextGraphId,
    );
    const facts = { available, modelNames: this.modelNames, by: authorOf(context) };
    await this.services
      .create(
        { tenantId, id: serviceId, metadata },
        { ...service, type: 'CreateService', serviceId, ...facts },
      )
      .catch(
        refuseTakenName(activeServiceNameKey, `There is already an active service named "${service.name}".`),
      );
    return serviceId;
  }
}
