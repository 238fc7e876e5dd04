import { Inject, Injectable } from '@nestjs/common';
import { isStorableText } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import { queryOrganization, type OrganizationRow } from '../projections/organization-query.js';
import { organizationNotFound } from './organization-not-found.js';

@Injectable()
export class KnownOrganizations {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** @throws DomainError `organization_not_found`. */
  async byId(orgId: string): Promise<OrganizationRow> {
    const organization = isStorableText(orgId) ? await queryOrganization(this.database, orgId) : undefined;
    if (!organization) throw organizationNotFound(orgId);
    return organization;
  }
}
