import { setTimeout as pause } from 'node:timers/promises';
import kafkajs, { type Consumer } from 'kafkajs';
import { partitionOfKey, type PartitionKey } from './partition-events.js';

export interface OffsetCommitsOptions {
  readonly consumer: Pick<Consumer, 'commitOffsets'>;
  /** Called with each error. */
  readonly onError: (error: unknown, retry: { readonly retryInMs: number }) => void;
  /**
   * Called when the group's coordinator takes no commits of this consumer: kafkajs goes on with one that is gone. Only
   * another consumer finds the next coordinator.
   */
  readonly onLost: (error: unknown) => void;
}

const retryInMs = 1_000;

/**
 * Commits a group's offsets after its effects: one commit at a time, each with everything handled during the one
 * before. Uncommitted events of a lost member come again to another.
 */
export class OffsetCommits {
  readonly #options: OffsetCommitsOptions;
  readonly #reached = new Map<PartitionKey, bigint>();
  readonly #ending = new AbortController();
  #committing: Promise<void> | undefined;

  constructor(options: OffsetCommitsOptions) {
    this.#options = options;
  }

  reached(partition: PartitionKey, nextOffset: bigint): void {
    this.#reached.set(partition, nextOffset);
    this.#committing ??= this.#commitAll().finally(() => (this.#committing = undefined));
  }

  /** These partitions are another member's: drop their offsets. */
  forget(isLost: (partition: PartitionKey) => boolean): void {
    for (const partition of this.#reached.keys()) if (isLost(partition)) this.#reached.delete(partition);
  }

  /** For the end of the member: resolves when all is committed, or can't be. */
  async flush(): Promise<void> {
    this.#ending.abort();
    await this.#committing;
    if (this.#reached.size > 0) await this.#commitAll();
  }

  async #commitAll(): Promise<void> {
    const { consumer, onError, onLost } = this.#options;
    while (this.#reached.size > 0) {
      const batch = [...this.#reached];
      try {
        await consumer.commitOffsets(
          batch.map(([key, offset]) => ({ ...partitionOfKey(key), offset: String(offset) })),
        );
      } catch (error) {
        if (this.#ending.signal.aborted) return onError(error, { retryInMs: 0 });
        if (!isOfTheGroup(error)) return onLost(error);
        onError(error, { retryInMs });
        await pause(retryInMs, undefined, { signal: this.#ending.signal, ref: false }).catch(() => undefined);
        continue;
      }
      for (const [key, offset] of batch) if (this.#reached.get(key) === offset) this.#reached.delete(key);
    }
  }
}

/** The group shares its partitions out: the member joins it again by itself, and then commits. */
function isOfTheGroup(error: unknown): boolean {
  const { cause = error } = error instanceof Error ? error : {};
  return (
    cause instanceof kafkajs.KafkaJSProtocolError &&
    ['REBALANCE_IN_PROGRESS', 'UNKNOWN_MEMBER_ID', 'ILLEGAL_GENERATION'].includes(cause.type)
  );
}
