import { requirePermission } from '@svc/auth';
import type { UserDimension } from '../domain/organization/organization.js';
import type { UserPreferences } from '../domain/preferences.js';
import type { IdentityContext } from './identity-context.js';
import { foundOrganization } from './found-organization.js';
import type { Requester } from './requester.js';

export interface OrganizationRequest {
  readonly orgId: string;
  readonly orgName: string;
  readonly userDimensions: readonly UserDimension[];
  readonly defaultUserPreferences: UserPreferences | undefined;
}

/** The super user of an organization that nobody has named one for; `.invalid` is no domain (RFC 2606). */
const superUser = { firstName: 'Super', lastName: 'User', email: 'admin@svc.invalid' };

/** @throws DomainError `permission_denied`, `invalid_request` (the id), `conflict` (it exists), `validation_failed`. */
export async function createOrganization(
  context: IdentityContext,
  { caller, metadata }: Pick<Requester, 'caller' | 'metadata'>,
  request: OrganizationRequest,
): Promise<void> {
  requirePermission(caller.grants, 'Organization:CreateOrganization', {});
  const organization = { ...request, seededByOperator: false, administrator: superUser };
  await context.database.transaction((tx) => foundOrganization(context, tx, organization, metadata));
}
