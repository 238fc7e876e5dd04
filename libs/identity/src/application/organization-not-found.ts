import { DomainError } from '@svc/errors';

/**
 * The same for an unknown organization and for one without the user as a member, so that nobody learns which exist.
 */
export function notAMember(): DomainError {
  return new DomainError(
    'organization_not_found',
    'There is no organization with this id here, or the user of the token is no member of it.',
  );
}

export function organizationNotFound(orgId: string): DomainError {
  return new DomainError('organization_not_found', `There is no organization ${orgId} here.`);
}
