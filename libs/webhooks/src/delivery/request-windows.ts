/** Requests at the same time to a destination of which nothing is known yet. */
const firstWindow = 8;

interface Window {
  inFlight: number;
  size: number;
}

/** How a request went: `slow` is one that was acknowledged, and kept its place for long. */
export type RequestCourse = 'quick' | 'slow' | 'failed';

/**
 * How many requests may go to each destination at the same time: one more after each that went quickly, half after each that
 * failed, and no more than at first after one that was slow. So a destination that hangs or drips holds few of the requests
 * that all share.
 */
export class RequestWindows {
  readonly #windows = new Map<string, Window>();
  #inFlight = 0;

  constructor(readonly most: number) {}

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Of a destination that nothing is known of. */
  get firstRoom(): number {
    return Math.min(firstWindow, this.most);
  }

  /** How many more may go to each that anything is known of; none is a room of 0. */
  rooms(): ReadonlyMap<string, number> {
    const rooms = [...this.#windows].map(
      ([id, { inFlight, size }]) => [id, Math.max(0, size - inFlight)] as const,
    );
    return new Map(rooms);
  }

  isFull(destinationId: string): boolean {
    const window = this.#windows.get(destinationId);
    return window !== undefined && window.inFlight >= window.size;
  }

  enter(destinationId: string): void {
    const window = this.#windows.get(destinationId) ?? { inFlight: 0, size: this.firstRoom };
    window.inFlight += 1;
    this.#inFlight += 1;
    this.#windows.set(destinationId, window);
  }

  leave(destinationId: string, course: RequestCourse): void {
    const window = this.#windows.get(destinationId);
    if (!window) return;
    window.inFlight -= 1;
    this.#inFlight -= 1;
    window.size = this.#sizeAfter(course, window.size);
    // Where nothing is under way and nothing was wrong, nothing need be known.
    if (window.inFlight === 0 && window.size >= this.firstRoom) this.#windows.delete(destinationId);
  }

  #sizeAfter(course: RequestCourse, size: number): number {
    if (course === 'quick') return Math.min(size + 1, this.most);
    if (course === 'failed') return Math.max(1, Math.floor(size / 2));
    return size < this.firstRoom ? size + 1 : this.firstRoom;
  }
}
