import type { OutgoingMessage } from '../messages/kafka-message.js';

/**
 * Upper bound of one send, in bytes. A broker takes batches of up to 1 MiB (`message.max.bytes`), and a send to one
 * partition is one batch.
 */
export const maxSliceBytes = 950_000;

/** Cuts records into slices that a broker takes, in order. A larger record is its own slice. */
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
