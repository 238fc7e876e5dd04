import { isStorableText } from '@svc/kernel';
import { queryOrganization, type OrganizationRow } from '../projections/organization-query.js';
import type { IdentityContext } from './identity-context.js';
import { organizationNotFound } from './organization-not-found.js';

/** @throws DomainError `organization_not_found`. */
export async function getOrganization(
  { database }: Pick<IdentityContext, 'database'>,
  orgId: string,
): Promise<OrganizationRow> {
  const organization = isStorableText(orgId) ? await queryOrganization(database, orgId) : undefined;
  if (!organization) throw organizationNotFound(orgId);
  return organization;
}
