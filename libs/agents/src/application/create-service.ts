import type { Tag } from '../domain/service/tag.js';
import { serviceDecider } from '../domain/service/service.js';
import type { VersionSet } from '../domain/service/version-set.js';
import { availableVersions } from '../projections/lookups.js';
import { activeServiceNameKey, serviceRows } from '../projections/service-rows.js';
import type { AgentsContext, Issuer } from './agents-context.js';
import { refuseTakenName } from './taken-name.js';

export interface NewService {
  readonly agentId: string;
  readonly contextGraphId: string;
  readonly name: string;
  readonly description: string;
  readonly isActive: boolean;
  /** Null: the latest versions, as `edge`. */
  readonly releaseVersionSet: VersionSet | null;
  readonly keyterms: readonly string[];
  readonly tags: readonly Tag[];
}

/**
 * @returns the id of the new service.
 * @throws DomainError `validation_failed`, `not_found` for agent or graph, `invalid_request` for versions that do not
 *   exist, `conflict` when an active service has the name.
 */
export async function createService(
  context: AgentsContext,
  issuer: Issuer,
  service: NewService,
): Promise<string> {
  const { database, clock, ids, services, modelNames } = context;
  const { tenantId, by, metadata } = issuer;
  const serviceId = ids.objectId();
  const created = services.initial(tenantId, serviceId);
  const available = await availableVersions(database, tenantId, service.agentId, service.contextGraphId);
  const events = serviceDecider.decide(created.state, {
    ...service,
    type: 'CreateService',
    serviceId,
    available,
    modelNames,
    by,
    nowMs: clock.now(),
  });
  const alongside = events.flatMap((event) => serviceRows(tenantId, event));
  await services
    .append(database, created, events, { metadata, alongside })
    .catch(
      refuseTakenName(activeServiceNameKey, `There is already an active service named "${service.name}".`),
    );
  return serviceId;
}
