import { DomainError } from '@svc/errors';

/** The same for an organization that does not exist and for one that the user is no member of: nobody learns which exist. */
export function notAMember(): DomainError {
  return new DomainError(
    'organization_not_found',
    'There is no organization with this id here, or the user of the token is no member of it.',
  );
}

export function organizationNotFound(orgId: string): DomainError {
  return new DomainError('organization_not_found', `There is no organization ${orgId} here.`);
}
