import type { Destination as DestinationMessage } from '@svc/contracts/webhooks';
import type { Complete } from '@svc/event-store';
import type { ListedDestination } from '../projections/destination-query.js';

export function destinationToMessage(row: ListedDestination): Complete<DestinationMessage> {
  const { destinationId, url, acceptedTypes, retryAttempts, inConversationOrder, secretGeneratedAtMs } = row;
  return {
    destinationId,
    url,
    acceptedTypes: [...acceptedTypes],
    retryAttempts,
    inConversationOrder,
    secretGeneratedAtMs,
  };
}
