import { ForeignMessageError, type PublicEvent } from '@svc/event-bus';
import type { KafkaMessage } from 'kafkajs';
import { publicEventOfMessage } from '../messages/kafka-message.js';
import type { PlacedEvent } from './partition-events.js';

/**
 * The events in the records of one partition. Skips records that are no events of the topic's context: our relay did
 * not write them.
 * @param source the context whose topic it is
 * @param onForeign called with each such record
 */
export function decodeBatch(
  source: string | undefined,
  messages: readonly KafkaMessage[],
  onForeign: (error: ForeignMessageError, offset: string) => void,
): readonly PlacedEvent[] {
  return messages.flatMap((message) => {
    const event = decode(message, source);
    if (!(event instanceof ForeignMessageError)) return [{ event, nextOffset: BigInt(message.offset) + 1n }];
    onForeign(event, message.offset);
    return [];
  });
}

function decode(message: KafkaMessage, source: string | undefined): PublicEvent | ForeignMessageError {
  try {
    const event = publicEventOfMessage(message);
    return event.source === source ? event : new ForeignMessageError('ce_source');
  } catch (error) {
    if (error instanceof ForeignMessageError) return error;
    throw error;
  }
}
