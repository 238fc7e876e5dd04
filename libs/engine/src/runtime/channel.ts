import type { Awaited, Reader, Script } from './script.js';

/** Buffers values, in order, until the one script that reads it takes them. */
export class Channel<T> implements Awaited {
  readonly #values: T[] = [];
  #reader: Reader | null = null;

  put(value: T): void {
    this.#values.push(value);
    this.#reader?.wake();
  }

  *take(): Script<T> {
    while (this.#values.length === 0) yield this;
    return this.#values.shift() as T;
  }

  /** Drops what was not taken. */
  clear(): void {
    this.#values.length = 0;
  }

  attach(reader: Reader | null): void {
    if (reader !== null && this.#reader !== null) throw new TypeError('Two scripts read one channel.');
    this.#reader = reader;
  }
}
