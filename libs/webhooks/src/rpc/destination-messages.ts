import { Destination as DestinationMessage } from '@svc/contracts/webhooks';
import { toMessage } from '@svc/kernel';
import type { ListedDestination } from '../projections/destination-query.js';

export function destinationToMessage(row: ListedDestination): DestinationMessage {
  return toMessage(DestinationMessage, row);
}
