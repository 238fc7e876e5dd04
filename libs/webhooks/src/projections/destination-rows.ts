import type { AggregateChange, SqlFragment } from '@svc/event-store';
import { isCheckViolation } from '@svc/postgres';
import type { DestinationEvent } from '../domain/destination/destination-event.js';
import type { DestinationState } from '../domain/destination/destination.js';
import { destinationTable } from './destination-table.js';

/** The row follows from the state. */
export function destinationRows({
  tenantId,
  before,
  after,
}: AggregateChange<DestinationState, DestinationEvent>): readonly SqlFragment[] {
  const rowOf = (state: DestinationState) => (state && !state.isDeleted ? { ...state, tenantId } : null);
  return destinationTable.sync(rowOf(before), rowOf(after));
}

/** Whether an append failed because the tenant is at its limit of destinations. */
export function isDestinationLimitReached(error: unknown): boolean {
  return isCheckViolation(error, 'destination_limit');
}
