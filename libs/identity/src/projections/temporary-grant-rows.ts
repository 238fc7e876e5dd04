import type { AggregateChange, SqlFragment } from '@svc/event-store';
import type { TemporaryGrantEvent, TemporaryGrantState } from '../domain/temporary-grant/temporary-grant.js';
import { orgIdOf } from './table-owner.js';
import { temporaryGrantTable } from './temporary-grant-table.js';

export function temporaryGrantRows({
  tenantId,
  before,
  after,
}: AggregateChange<TemporaryGrantState, TemporaryGrantEvent>): readonly SqlFragment[] {
  const orgId = orgIdOf(tenantId);
  const rowOf = (state: TemporaryGrantState) => state && { ...state, orgId };
  return temporaryGrantTable.sync(rowOf(before), rowOf(after));
}
