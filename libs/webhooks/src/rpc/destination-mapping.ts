import { Destination as DestinationProto } from '@svc/contracts/webhooks';
import { toProto } from '@svc/kernel';
import type { ListedDestination } from '../projections/destination-query.js';

export function destinationToProto(row: ListedDestination): DestinationProto {
  return toProto(DestinationProto, row);
}
