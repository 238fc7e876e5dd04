import type { EventContract } from './event-handlers.js';
import type { ReceivedEvent } from './received-event.js';

/** Type guard for a handler of several event types. */
export function isEventOf<Data>(
  event: ReceivedEvent,
  { source, type }: EventContract<Data>,
): event is ReceivedEvent<Data> {
  return event.source === source && event.type === type;
}
