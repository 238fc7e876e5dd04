import { ForeignMessageError } from '@svc/event-bus';
import type { KafkaMessage } from 'kafkajs';
import type { ProvenEvent } from '../authenticity/event-verifier.js';
import { eventOfMessage } from '../messages/kafka-message.js';
import type { Partition, PlacedEvent, RecordPlace } from './partition-events.js';

/**
 * The events in the records of one partition; their proofs are not checked yet. Skips records that are no events of the
 * topic's context: our relay did not write them.
 * @param source the context whose topic it is
 * @param onForeign called with each such record
 */
export function decodeBatch(
  source: string | undefined,
  partition: Partition,
  messages: readonly KafkaMessage[],
  onForeign: (error: ForeignMessageError, place: RecordPlace) => void,
): readonly PlacedEvent[] {
  return messages.flatMap((message) => {
    const place = { ...partition, offset: message.offset };
    const decoded = decode(message, source);
    if (!(decoded instanceof ForeignMessageError))
      return [{ ...decoded, place, nextOffset: BigInt(message.offset) + 1n }];
    onForeign(decoded, place);
    return [];
  });
}

function decode(message: KafkaMessage, source: string | undefined): ProvenEvent | ForeignMessageError {
  try {
    const decoded = eventOfMessage(message);
    return decoded.event.source === source ? decoded : new ForeignMessageError('ce_source');
  } catch (error) {
    if (error instanceof ForeignMessageError) return error;
    throw error;
  }
}
