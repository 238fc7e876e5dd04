import type { AggregateChange, SqlFragment } from '@svc/event-store';
import type { MembershipEvent, MembershipState } from '../domain/membership/membership.js';
import { membershipTable } from './membership-table.js';
import { orgIdOf } from './table-owner.js';

export function membershipRows({
  tenantId,
  before,
  after,
}: AggregateChange<MembershipState, MembershipEvent>): readonly SqlFragment[] {
  const orgId = orgIdOf(tenantId);
  const rowOf = (state: MembershipState) => (typeof state === 'string' ? null : { ...state, orgId });
  return membershipTable.sync(rowOf(before), rowOf(after));
}
