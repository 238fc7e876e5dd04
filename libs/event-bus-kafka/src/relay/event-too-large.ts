/** A broker takes batches of 1 MiB and 12 bytes by default (`message.max.bytes`), the frame of the batch among them. */
export const maxMessageBytes = 1_040_000;

/** An event that no broker takes; retries don't help. */
export class EventTooLargeError extends Error {
  override readonly name = 'EventTooLargeError';

  constructor(eventType: string, bytes: number) {
    super(`A ${eventType} takes ${bytes} bytes, and a broker takes ${maxMessageBytes}.`);
  }
}
