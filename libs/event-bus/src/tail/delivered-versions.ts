import type { PublicEvent } from '../public-event.js';

/** Maximum streams that a tail remembers; it forgets the least recently shown. */
const maxStreams = 100_000;

/** What a tail has shown of each stream, for adapters whose bus repeats events, also behind newer ones. */
export class DeliveredVersions {
  /** The latest version shown by stream, least recently shown first. */
  readonly #versions = new Map<string, number>();
  readonly #maxStreams: number;

  constructor(limit: number = maxStreams) {
    this.#maxStreams = limit;
  }

  /** The new events of a batch. They count as shown only after `add`: a rejected batch comes again. */
  unseen(batch: readonly PublicEvent[]): readonly PublicEvent[] {
    const latest = new Map<string, number>();
    return batch.filter((event) => {
      const key = keyOf(event);
      if (event.streamVersion <= (latest.get(key) ?? this.#versions.get(key) ?? 0)) return false;
      latest.set(key, event.streamVersion);
      return true;
    });
  }

  add(batch: readonly PublicEvent[]): void {
    for (const event of batch) {
      const key = keyOf(event);
      const version = Math.max(event.streamVersion, this.#versions.get(key) ?? 0);
      this.#versions.delete(key);
      this.#versions.set(key, version);
    }
    for (const key of this.#versions.keys()) {
      if (this.#versions.size <= this.#maxStreams) return;
      this.#versions.delete(key);
    }
  }
}

function keyOf({ source, streamId }: PublicEvent): string {
  return `${source}/${streamId}`;
}
