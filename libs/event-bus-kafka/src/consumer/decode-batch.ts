import { ForeignMessageError, type PublicEvent } from '@svc/event-bus';
import type { KafkaMessage } from 'kafkajs';
import { publicEventOfMessage } from '../messages/kafka-message.js';
import type { PlacedEvent } from './partition-events.js';

/**
 * The events of messages that one partition has brought. A message that is no event of the topic's context is passed by:
 * none of ours has written it, so nothing is lost with it.
 * @param source the context whose topic it is
 * @param onForeign told of each such message
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
