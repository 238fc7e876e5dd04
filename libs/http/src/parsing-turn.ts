/** In ms: a tenth of what `/livez` may take, so that several such turns before its own are not noticed. */
const maxMs = 10;

/** Connections that go on in the next turn. Each parses a slice at least, which takes up to 1 ms. */
const mostGoingOn = 8;

export interface Turns {
  /** In ms, from any beginning. */
  readonly now: () => number;
  /** Runs `begin` in the next turn of the event loop. */
  readonly next: (begin: () => void) => void;
}

const ofThisProcess: Turns = { now: () => performance.now(), next: (begin) => void setImmediate(begin) };

/**
 * The time that parsing takes in one turn of the event loop, on all connections together. What came at once on one
 * connection can be dear to parse: 64 KiB of a body in chunks of a byte are 10,000 chunks and 20 ms, and many
 * connections can be ready in the same turn. What is beyond the bound waits, the longest waiting first, and everything
 * else gets its turn meanwhile.
 */
export class ParsingTurn {
  #usedMs = 0;
  #isNextAsked = false;
  #waiting: (() => void)[] = [];

  constructor(private readonly turns: Turns = ofThisProcess) {}

  get isOver(): boolean {
    return this.#usedMs >= maxMs;
  }

  spend(parse: () => void): void {
    const startedAt = this.turns.now();
    parse();
    this.#usedMs += this.turns.now() - startedAt;
    this.#askForNext();
  }

  /** Calls `goOn` in one of the next turns. */
  wait(goOn: () => void): void {
    this.#waiting.push(goOn);
    this.#askForNext();
  }

  #askForNext(): void {
    if (this.#isNextAsked) return;
    this.#isNextAsked = true;
    this.turns.next(() => this.#begin());
  }

  #begin(): void {
    this.#usedMs = 0;
    this.#isNextAsked = false;
    const goingOn = this.#waiting.splice(0, mostGoingOn);
    if (this.#waiting.length > 0) this.#askForNext();
    for (const goOn of goingOn) goOn();
  }
}
