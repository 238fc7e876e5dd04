import { isResourceId, type TenantId } from '@svc/kernel';
import { DomainError } from './domain-error.js';

/**
 * Rejects text without the form of the tenant's ids: it can't be the id of anything.
 * @param kind of the resource, for the message: `conversation`
 * @throws DomainError `not_found`
 */
export function requireResourceId(tenantId: TenantId, kind: string, id: string): string {
  if (isResourceId(tenantId, id)) return id;
  throw new DomainError('not_found', `There is no ${kind} with this id.`);
}
