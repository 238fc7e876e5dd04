import type { PublicEvent } from '../../src/index.js';

/** Records the events that it handles. */
export class Received {
  readonly batches: (readonly PublicEvent[])[] = [];
  readonly failures: unknown[] = [];
  readonly onError = (error: unknown): void => void this.failures.push(error);

  readonly handle = (batch: readonly PublicEvent[]): Promise<void> => {
    this.batches.push(batch);
    return Promise.resolve();
  };

  /** The received events of a stream, repeats included. */
  of({ streamId }: { readonly streamId: string }): readonly PublicEvent[] {
    return this.batches.flat().filter((event) => event.streamId === streamId);
  }

  versionsOf(stream: { readonly streamId: string }): readonly number[] {
    return this.of(stream).map(({ streamVersion }) => streamVersion);
  }

  /** The same without what was repeated. */
  newVersionsOf(stream: { readonly streamId: string }): readonly number[] {
    return [...new Set(this.versionsOf(stream))];
  }
}
