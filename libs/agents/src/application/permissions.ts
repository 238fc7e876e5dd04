import { requirePermission } from '@svc/auth';
import { organizationOf } from '@svc/kernel';
import type { RequestContext } from '@svc/rpc';

type InOrganization =
  | 'Organization:CreateAgent'
  | 'Organization:CreateAgentVersion'
  | 'Organization:CreateServiceHierarchicalStateMachine'
  | 'Organization:CreateServiceHierarchicalStateMachineVersion'
  | 'Service:CreateService';
type OnService = 'Service:CreateVersionSet' | 'Service:UpdateVersionSet';

/** @throws DomainError `permission_denied` */
export function requireInOrganization(
  { caller, tenantId }: RequestContext,
  permission: InOrganization,
): void {
  requirePermission(caller.grants, permission, { org_id: organizationOf(tenantId) });
}

/** @throws DomainError `permission_denied` */
export function requireOnService(
  { caller, tenantId }: RequestContext,
  permission: OnService,
  serviceId: string,
): void {
  const service = { org_id: organizationOf(tenantId), service_id: serviceId };
  requirePermission(caller.grants, permission, service);
}
