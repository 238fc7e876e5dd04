/** Streams without a known violation that were not fully checked. */
export interface Unjudged {
  readonly reason: string;
  readonly streams: number;
  /** The first of them. */
  readonly example: string;
}

/** Counted by their reasons, of which there are few however many streams there are. */
export class UnjudgedStreams {
  readonly #byReason = new Map<string, { streams: number; readonly example: string }>();

  add(streamId: string, reason: string): void {
    const known = this.#byReason.get(reason);
    if (known) known.streams += 1;
    else this.#byReason.set(reason, { streams: 1, example: streamId });
  }

  list(): readonly Unjudged[] {
    return [...this.#byReason].map(([reason, { streams, example }]) => ({ reason, streams, example }));
  }
}
