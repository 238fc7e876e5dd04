/** What is still to come, each at its time; what comes at one time comes in the order in which it was given. */
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

  /** Goes on to what comes next; undefined when nothing will. */
  next(): T | undefined {
    const first = this.#coming.toSorted((one, other) => one.atMs - other.atMs || one.place - other.place)[0];
    if (first === undefined) return undefined;
    this.#coming = this.#coming.filter((coming) => coming !== first);
    this.#nowMs = first.atMs;
    return first.what;
  }

  /** What it is true of never comes. */
  drop(isDropped: (what: T) => boolean): void {
    this.#coming = this.#coming.filter(({ what }) => !isDropped(what));
  }
}
