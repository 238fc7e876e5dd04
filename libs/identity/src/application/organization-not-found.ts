import { DomainError } from '@svc/errors';

export function organizationNotFound(orgId: string): DomainError {
  return new DomainError('organization_not_found', `There is no organization ${orgId} here.`);
}
