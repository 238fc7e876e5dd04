import type { EventContract } from './event-handlers.js';
import type { ReceivedEvent } from './received-event.js';

/** Tells the events apart that one handler takes. */
export function isEventOf<Data>(
  event: ReceivedEvent,
  { source, type }: EventContract<Data>,
): event is ReceivedEvent<Data> {
  return event.source === source && event.type === type;
}
