import type { OutgoingMessage } from '../messages/kafka-message.js';

/**
 * Upper bound of what is sent at once, in bytes. A broker takes batches of up to 1 MiB (`message.max.bytes`), and all that
 * is sent to one partition at once is one batch.
 */
export const maxSliceBytes = 950_000;

/** Cuts messages into slices that a broker takes, in their order. One that is larger goes alone. */
export function* messageSlices(
  messages: readonly OutgoingMessage[],
  limit: number = maxSliceBytes,
): Generator<readonly OutgoingMessage[]> {
  let slice: OutgoingMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    if (slice.length > 0 && bytes + message.bytes > limit) {
      yield slice;
      slice = [];
      bytes = 0;
    }
    slice.push(message);
    bytes += message.bytes;
  }
  if (slice.length > 0) yield slice;
}
