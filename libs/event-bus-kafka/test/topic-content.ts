import type { EventBus, PublicEvent } from '@svc/event-bus';
import { eventually } from '@svc/testing';

/** The records read of one stream. */
interface StreamContent {
  readonly versions: Set<number>;
  latest: number;
  outOfOrder: number;
  repeats: number;
}

/** All records of a topic, read by a separate group, with repeats, in order of arrival. */
export class TopicContent {
  readonly #streams = new Map<string, StreamContent>();

  /** Reads until the given version of each stream has come, and with it all before it in the partition. */
  static async read(
    bus: EventBus,
    source: string,
    lastVersions: ReadonlyMap<string, number>,
  ): Promise<TopicContent> {
    const content = new TopicContent();
    const errors: unknown[] = [];
    const member = await bus.consume({
      group: 'test.audit',
      sources: [source],
      handle: async (batch) => batch.forEach((event) => content.#add(event)),
      onError: (error) => errors.push(error),
    });
    try {
      await eventually(() => {
        for (const [streamId, version] of lastVersions)
          if (!content.#streams.get(streamId)?.versions.has(version))
            throw new Error(`${streamId} has not come to ${version} (${errors.map(String).join('; ')})`);
      });
    } finally {
      await member.stop();
    }
    return content;
  }

  /** How many of these versions are missing. */
  missing(streamId: string, versions: Iterable<number>): number {
    const there = this.#streams.get(streamId)?.versions;
    return [...versions].filter((version) => !there?.has(version)).length;
  }

  /** Events that first came after a newer one of their stream. */
  get outOfOrder(): number {
    return this.#sum(({ outOfOrder }) => outOfOrder);
  }

  get repeats(): number {
    return this.#sum(({ repeats }) => repeats);
  }

  #sum(of: (stream: StreamContent) => number): number {
    return [...this.#streams.values()].reduce((sum, stream) => sum + of(stream), 0);
  }

  #add({ streamId, streamVersion }: PublicEvent): void {
    const stream = this.#streams.get(streamId) ?? {
      versions: new Set(),
      latest: 0,
      outOfOrder: 0,
      repeats: 0,
    };
    this.#streams.set(streamId, stream);
    if (stream.versions.has(streamVersion)) stream.repeats += 1;
    else if (streamVersion < stream.latest) stream.outOfOrder += 1;
    stream.versions.add(streamVersion);
    stream.latest = Math.max(stream.latest, streamVersion);
  }
}
