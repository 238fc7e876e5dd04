import { DomainError } from '@svc/errors';
import { isUuid, reservedSegments } from '@svc/kernel';

/** Safe in a path, a stream id and the user part of Basic credentials. */
const form = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * Ids share the path `/v1/{id}` with workspaces and with literal segments, which must stay reachable.
 * @throws DomainError `invalid_request`.
 */
export function checkOrganizationId(orgId: string): void {
  if (!form.test(orgId)) {
    throw new DomainError(
      'invalid_request',
      'An organization id has 1 to 64 letters, digits, dots, hyphens or underscores, and begins with a letter or digit.',
    );
  }
  if (reservedSegments.has(orgId.toLowerCase()) || isUuid(orgId)) {
    throw new DomainError('invalid_request', `The organization id ${orgId} is reserved. Choose another one.`);
  }
}
