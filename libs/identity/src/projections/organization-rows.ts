import type { AggregateChange, SqlFragment } from '@svc/event-store';
import type { OrganizationEvent, OrganizationState } from '../domain/organization/organization.js';
import { organizationTable } from './organization-table.js';

export function organizationRows({
  before,
  after,
}: AggregateChange<OrganizationState, OrganizationEvent>): readonly SqlFragment[] {
  return organizationTable.sync(before, after);
}
