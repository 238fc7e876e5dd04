import type { PublicEvent } from '../public-event.js';

/** Streams that a tail remembers; of those shown longest ago it forgets that it has shown them. */
const maxStreams = 100_000;

/** What a tail has shown of each stream, for adapters whose bus repeats events, also behind newer ones. */
export class DeliveredVersions {
  /** The latest version shown, the stream shown longest ago first. */
  readonly #versions = new Map<string, number>();
  readonly #maxStreams: number;

  constructor(limit: number = maxStreams) {
    this.#maxStreams = limit;
  }

  /** What of a batch is new. It counts as shown with `add` only: a batch that was not taken comes again. */
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
