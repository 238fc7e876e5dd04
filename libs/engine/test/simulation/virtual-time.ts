/** Scheduled items, each at its time; those of one time keep their order. */
export class VirtualTime<T> {
  #nowMs = 0;
  #count = 0;
  #coming: { readonly atMs: number; readonly place: number; readonly what: T }[] = [];

  after(delayMs: number, what: T): void {
    this.#coming.push({ atMs: this.#nowMs + delayMs, place: this.#count++, what });
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Advances to the next item; undefined when there is none. */
  next(): T | undefined {
    const first = this.#coming.toSorted((one, other) => one.atMs - other.atMs || one.place - other.place)[0];
    if (first === undefined) return undefined;
    this.#coming = this.#coming.filter((coming) => coming !== first);
    this.#nowMs = first.atMs;
    return first.what;
  }

  /** Removes the items for which it is true. */
  drop(isDropped: (what: T) => boolean): void {
    this.#coming = this.#coming.filter(({ what }) => !isDropped(what));
  }
}
