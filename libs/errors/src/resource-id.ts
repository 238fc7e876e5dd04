import { isResourceId, type TenantId } from '@svc/kernel';
import { DomainError } from './domain-error.js';

/**
 * What has not the form of the tenant's ids can't be the id of something that exists.
 * @param kind what it should be the id of, for the message: `conversation`
 * @throws DomainError `not_found`
 */
export function requireResourceId(tenantId: TenantId, kind: string, id: string): string {
  if (isResourceId(tenantId, id)) return id;
  throw new DomainError('not_found', `There is no ${kind} with this id.`);
}
