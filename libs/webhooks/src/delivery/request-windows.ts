/** The initial number of concurrent requests to a destination. */
const firstWindow = 8;

interface Window {
  inFlight: number;
  size: number;
}

/** How a request went. `slow`: acknowledged, but only after a long time. */
export type RequestCourse = 'quick' | 'slow' | 'failed';

/**
 * How many concurrent requests each destination may have: one more after each quick one, half after each failed one,
 * and at most the initial number after a slow one. So a destination that hangs or drips holds few of the shared
 * requests.
 */
export class RequestWindows {
  readonly #windows = new Map<string, Window>();
  #inFlight = 0;

  constructor(readonly most: number) {}

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Of a destination without data yet. */
  get firstRoom(): number {
    return Math.min(firstWindow, this.most);
  }

  /** How many more requests each known destination may have; full: 0. */
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
    // Without requests under way and without errors, an entry has no use.
    if (window.inFlight === 0 && window.size >= this.firstRoom) this.#windows.delete(destinationId);
  }

  #sizeAfter(course: RequestCourse, size: number): number {
    if (course === 'quick') return Math.min(size + 1, this.most);
    if (course === 'failed') return Math.max(1, Math.floor(size / 2));
    return size < this.firstRoom ? size + 1 : this.firstRoom;
  }
}
