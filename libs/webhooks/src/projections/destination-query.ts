import type { ListedRow } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { Statement } from '@svc/postgres';
import { destinationTable } from './destination-table.js';

export type ListedDestination = ListedRow<typeof destinationTable>;

/** In the order of creation. @param destinationIds empty: all. */
export function selectDestinations(tenantId: TenantId, destinationIds: readonly string[]): Statement {
  return {
    name: 'webhooks.select_destinations',
    text: `SELECT ${destinationTable.selection('t')} FROM webhooks.destination AS t
            WHERE t.tenant_id = $1 AND (cardinality($2::text[]) = 0 OR t.destination_id = ANY($2::text[]))
            ORDER BY t.created_at, t.destination_id`,
    values: [tenantId, destinationIds],
  };
}
