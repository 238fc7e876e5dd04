import { column, defineTable, instant, json } from '@svc/event-store';
import type { OrganizationState } from '../domain/organization/organization.js';
import { ownedBy } from './table-owner.js';

export const organizationTable = defineTable<NonNullable<OrganizationState>>()('identity.organization', {
  owner: ownedBy('org_id'),
  key: { orgId: column((row) => row.orgId) },
  fixed: {
    seededByOperator: column((row) => row.seededByOperator),
    createdAtMs: instant((row) => row.createdAtMs),
  },
  columns: {
    orgName: column((row) => row.orgName),
    userDimensions: json((row) => row.userDimensions),
    defaultUserPreferences: json((row) => row.defaultUserPreferences),
  },
});
