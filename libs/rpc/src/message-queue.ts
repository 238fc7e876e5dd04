/**
 * Most bytes between the two ends: HTTP/2's initial window of a stream (RFC 9113, section 6.9.2). A single message may
 * be longer.
 */
const windowBytes = 65_535;

/** Messages of one stream between its source and its reader. Either may leave. */
export class MessageQueue {
  readonly #messages: Buffer[] = [];
  #bytes = 0;
  /** Sent since the last turn of the event loop. */
  #bytesAtOnce = 0;
  #isOver = false;
  #failure: Error | undefined;
  #isAbandoned = false;
  #wakeReader: (() => void) | undefined;
  #wakeSource: (() => void) | undefined;

  /** @returns resolves once the source may send another one; undefined if it may at once. */
  send(message: Buffer): Promise<void> | undefined {
    if (this.#isAbandoned) return undefined;
    this.#messages.push(message);
    this.#bytes += message.length;
    this.#wake();
    this.#bytesAtOnce += message.length;
    if (this.#bytes < windowBytes) return this.#letOthersRun();
    return new Promise((resolve) => (this.#wakeSource = resolve));
  }

  /** @param failure for the reader, after the last message. */
  end(error?: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failure = error;
    this.#wake();
  }

  /** The reader has left, or must get the error at once: drops the unread messages. */
  abandon(error?: Error): void {
    this.#isAbandoned = true;
    this.#messages.length = 0;
    this.#bytes = 0;
    this.end(error);
    this.#wakeSource?.();
  }

  /** @returns undefined at the end. @throws the error of the stream */
  async take(): Promise<Buffer | undefined> {
    while (this.#messages.length === 0 && !this.#isOver)
      await new Promise<void>((resolve) => (this.#wakeReader = resolve));
    const message = this.#messages.shift();
    if (message) {
      this.#bytes -= message.length;
      if (this.#bytes < windowBytes) this.#wakeSource?.();
      return message;
    }
    if (this.#failure) throw this.#failure;
    return undefined;
  }

  /** Otherwise a source and a reader that wait for nothing else would block all timers, deadlines among them. */
  #letOthersRun(): Promise<void> | undefined {
    if (this.#bytesAtOnce < windowBytes) return undefined;
    this.#bytesAtOnce = 0;
    return new Promise((resolve) => setImmediate(resolve));
  }

  #wake(): void {
    this.#wakeReader?.();
    this.#wakeReader = undefined;
  }
}
