import { column, defineTable, instant, unlisted } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { Destination } from '../domain/destination/destination.js';

type DestinationRow = Destination & { readonly tenantId: TenantId };

/** A deleted destination has no row. */
export const destinationTable = defineTable<DestinationRow>()('webhooks.destination', {
  key: {
    tenantId: unlisted(column((row) => row.tenantId)),
    destinationId: column((row) => row.destinationId),
  },
  fixed: { url: column((row) => row.url), createdAtMs: unlisted(instant((row) => row.createdAtMs)) },
  columns: {
    acceptedTypes: column((row) => row.acceptedTypes),
    retryAttempts: column((row) => row.retryAttempts),
    inConversationOrder: column((row) => row.inConversationOrder),
    secretId: unlisted(column((row) => row.secretId)),
    secretGeneratedAtMs: instant((row) => row.secretGeneratedAtMs),
    dualSigningStopsAtMs: unlisted(instant((row) => row.dualSigningStopsAtMs)),
  },
});
