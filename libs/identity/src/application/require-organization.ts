import { DomainError } from '@svc/errors';
import { organizationOf } from '@svc/kernel';
import type { Requester } from '@svc/rpc';

/** The organization that the request is about; the caller may be of another one. @throws DomainError `permission_denied`. */
export function requireOrganization({ tenantId }: Pick<Requester, 'tenantId'>): string {
  const orgId = organizationOf(tenantId);
  if (orgId !== null) return orgId;
  throw new DomainError('permission_denied', 'This belongs to organizations, not to workspaces.');
}
