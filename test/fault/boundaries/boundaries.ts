import { setTimeout as delay } from 'node:timers/promises';

/** Long enough for a busy machine. */
const withinMs = 60_000;

/** Says what happens at a boundary: whoever crosses goes on when it resolves. */
type AtBoundary = (boundary: string) => void | Promise<void>;

/** A conversation on its way, boundary by boundary. */
export class Walk {
  /** In order. */
  readonly crossed: string[] = [];
  readonly #stands = Promise.withResolvers<string>();
  readonly #waiting: { isOver(): boolean; resolve(): void }[] = [];

  /**
   * @param stopsAt number of the boundary, from 0, that it does not cross; nor any behind it
   * @param atBoundary asked at each one that it crosses
   */
  constructor(
    private readonly stopsAt: number,
    private readonly atBoundary: AtBoundary,
  ) {}

  /** Resolves with the boundary once it stands there. @throws Error when it never does */
  stands(): Promise<string> {
    return this.#inTime(this.#stands.promise, `boundary ${this.stopsAt}`);
  }

  /** Resolves once it is over such a boundary so many times. @throws Error when it never is */
  crosses(boundary: RegExp, times = 1): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push({
      isOver: () => this.crossed.filter((one) => boundary.test(one)).length >= times,
      resolve,
    });
    return this.#inTime(promise, String(boundary));
  }

  /** @returns false where it stands */
  async cross(boundary: string): Promise<boolean> {
    const number = this.crossed.length;
    if (number === this.stopsAt) this.#stands.resolve(boundary);
    if (number >= this.stopsAt) return false;
    this.crossed.push(boundary);
    await this.atBoundary(boundary);
    for (const one of this.#waiting) if (one.isOver()) one.resolve();
    return true;
  }

  async #inTime<Value>(reached: Promise<Value>, what: string): Promise<Value> {
    const over = new AbortController();
    const late = delay(withinMs, undefined, { signal: over.signal, ref: false }).then(() => {
      throw new Error(`It never came to ${what}. It crossed: ${this.crossed.join(', ')}`);
    });
    late.catch(() => undefined); // reached in time
    try {
      return await Promise.race([reached, late]);
    } finally {
      over.abort();
    }
  }
}

/** Who is killed while a conversation stands there has not got past it, and never learns more. */
export class KilledError extends Error {
  override readonly name = 'KilledError';
}

/**
 * The moments in which the product deals with the outside for a conversation: before each commit arrives at the database,
 * before the commit's answer arrives at the product, before each call arrives at its tool, and before the tool's answer
 * arrives. The proxies between them ask here.
 */
export class Boundaries {
  readonly #walks = new Map<string, Walk>();
  #killed = Promise.withResolvers<never>();

  constructor() {
    this.#killed.promise.catch(() => undefined);
  }

  /** From now on the boundaries of this conversation count. */
  walk(conversationId: string, stopsAt = Infinity, atBoundary: AtBoundary = () => undefined): Walk {
    const walk = new Walk(stopsAt, atBoundary);
    this.#walks.set(conversationId, walk);
    return walk;
  }

  /** Resolves at once, or when the product is killed. @throws KilledError: nothing goes on that stood */
  async cross(conversationId: string, boundary: string): Promise<void> {
    const { promise: killed } = this.#killed;
    const goesOn = await Promise.race([this.#walks.get(conversationId)?.cross(boundary) ?? true, killed]);
    if (!goesOn) await killed;
  }

  /** Whatever stands never goes on; what comes later is not counted. */
  killed(): void {
    this.#walks.clear();
    this.#killed.reject(new KilledError());
    this.#killed = Promise.withResolvers();
    this.#killed.promise.catch(() => undefined);
  }
}
