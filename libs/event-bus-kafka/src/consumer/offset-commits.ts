import type { Consumer } from 'kafkajs';
import { partitionOfKey, type PartitionKey } from './partition-events.js';

/**
 * Commits a group's offsets after its effects: one commit at a time, each with everything handled during the one
 * before. Uncommitted events of a lost member come again to another.
 */
export class OffsetCommits {
  readonly #consumer: Pick<Consumer, 'commitOffsets'>;
  readonly #onError: (error: unknown) => void;
  readonly #reached = new Map<PartitionKey, bigint>();
  #committing: Promise<void> | undefined;

  constructor(consumer: Pick<Consumer, 'commitOffsets'>, onError: (error: unknown) => void) {
    this.#consumer = consumer;
    this.#onError = onError;
  }

  reached(partition: PartitionKey, nextOffset: bigint): void {
    this.#reached.set(partition, nextOffset);
    this.#committing ??= this.#commitAll().finally(() => (this.#committing = undefined));
  }

  /** These partitions are another member's: drop their offsets. */
  forget(isLost: (partition: PartitionKey) => boolean): void {
    for (const partition of this.#reached.keys()) if (isLost(partition)) this.#reached.delete(partition);
  }

  /** Resolves when all is committed, or can't be. */
  async flush(): Promise<void> {
    await this.#committing;
    if (this.#reached.size > 0) await this.#commitAll();
  }

  async #commitAll(): Promise<void> {
    while (this.#reached.size > 0) {
      const batch = [...this.#reached];
      try {
        await this.#consumer.commitOffsets(
          batch.map(([key, offset]) => ({ ...partitionOfKey(key), offset: String(offset) })),
        );
      } catch (error) {
        this.#onError(error);
        return; // the next event that is handled, or the end, takes it along
      }
      for (const [key, offset] of batch) if (this.#reached.get(key) === offset) this.#reached.delete(key);
    }
  }
}
