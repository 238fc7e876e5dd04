import { decideAgain } from '@svc/event-store';
import { serviceDecider } from '../domain/service/service.js';
import type { VersionSet } from '../domain/service/version-set.js';
import { availableVersions } from '../projections/lookups.js';
import { serviceRows } from '../projections/service-rows.js';
import type { AgentsContext, Issuer } from './agents-context.js';

export interface NewVersionSet {
  readonly serviceId: string;
  readonly name: string;
  readonly versionSet: VersionSet;
  /** Whether the issuer may do this depends on whether the set exists. @throws DomainError `permission_denied` */
  readonly requirePermission: (change: 'create' | 'update') => void;
}

/**
 * @throws DomainError `not_found`, `permission_denied`, `validation_failed`, `invalid_request` when the set is `edge` or
 *   names a version that is not of this service's agent or graph.
 */
export async function putVersionSet(
  context: AgentsContext,
  issuer: Issuer,
  { serviceId, name, versionSet, requirePermission }: NewVersionSet,
): Promise<void> {
  const { database, clock, services, modelNames } = context;
  const { tenantId, by, metadata } = issuer;
  await decideAgain(async () => {
    const service = await services.load(database, tenantId, serviceId);
    requirePermission(service.state?.versionSetNames.includes(name) ? 'update' : 'create');
    const available = service.state
      ? await availableVersions(database, tenantId, service.state.agentId, service.state.contextGraphId)
      : { agent: null, contextGraph: null };
    const facts = { available, modelNames, by, nowMs: clock.now() };
    const command = { type: 'PutVersionSet', name, versionSet, ...facts } as const;
    const events = serviceDecider.decide(service.state, command);
    const alongside = events.flatMap((event) => serviceRows(tenantId, event));
    await services.append(database, service, events, { metadata, alongside });
  });
}
