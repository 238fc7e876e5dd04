/**
 * Tells subscribers that a context's log has grown, so that they need not wait for their next poll. Signals are only an
 * optimization: subscribers find events of other processes by polling.
 */
export interface LogSignals {
  /** Events of the context with this schema are committed. */
  appended(schema: string): void;
  /** @returns what ends the listening. */
  onAppended(schema: string, listener: () => void): () => void;
}

/** Reaches the subscribers of this process. */
export class LocalSignals implements LogSignals {
  readonly #listeners = new Map<string, Set<() => void>>();

  appended(schema: string): void {
    for (const listener of this.#listeners.get(schema) ?? []) listener();
  }

  onAppended(schema: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(schema) ?? new Set();
    this.#listeners.set(schema, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
}
