/** In ms: a tenth of the limit of `/livez`, so several such turns before its own don't matter. */
const maxMs = 10;

/** Connections that continue in the next turn. Each parses at least one slice, which takes up to 1 ms. */
const mostGoingOn = 8;

export interface Turns {
  /** In ms, from any origin. */
  readonly now: () => number;
  /** Runs `begin` in the next turn of the event loop. */
  readonly next: (begin: () => void) => void;
}

const ofThisProcess: Turns = { now: () => performance.now(), next: (begin) => void setImmediate(begin) };

/**
 * The time that parsing takes in one turn of the event loop, on all connections together. Bytes that arrive at once can
 * be costly to parse: 64 KiB of a body in chunks of a byte are 10,000 chunks and 20 ms, and many connections can be
 * ready in the same turn. Beyond the bound connections wait, the longest wait first, and all else gets its turn.
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
