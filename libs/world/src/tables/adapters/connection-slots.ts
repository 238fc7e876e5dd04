import { DomainError } from '@svc/errors';

interface Waiting {
  readonly owner: string;
  readonly begin: () => void;
}

/** Bounds the sessions on the tables' server, all together and of one workspace, so that one can't take them all. */
export class ConnectionSlots {
  readonly #most: number;
  readonly #waitMs: number;
  readonly #inUse = new Map<string, number>();
  readonly #waiting: Waiting[] = [];

  constructor({ most, waitMs }: { readonly most: number; readonly waitMs: number }) {
    this.#most = most;
    this.#waitMs = waitMs;
  }

  /** @throws DomainError `service_unavailable` when none becomes free in time */
  async use<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    await this.#take(owner);
    try {
      return await work();
    } finally {
      this.#give(owner);
    }
  }

  async #take(owner: string): Promise<void> {
    if (this.#isFree(owner)) return this.#count(owner, 1);
    if (this.#waiting.length >= this.#most * 16) throw busy();
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = { owner, begin: () => (clearTimeout(timer), resolve()) };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(busy());
      }, this.#waitMs);
      this.#waiting.push(waiting);
    });
  }

  #give(owner: string): void {
    this.#count(owner, -1);
    const next = this.#waiting.findIndex((waiting) => this.#isFree(waiting.owner));
    const [waiting] = next === -1 ? [] : this.#waiting.splice(next, 1);
    if (!waiting) return;
    this.#count(waiting.owner, 1);
    waiting.begin();
  }

  /** One workspace has at most half. */
  #isFree(owner: string): boolean {
    const all = [...this.#inUse.values()].reduce((sum, count) => sum + count, 0);
    return all < this.#most && (this.#inUse.get(owner) ?? 0) < Math.max(1, Math.floor(this.#most / 2));
  }

  #count(owner: string, change: 1 | -1): void {
    const count = (this.#inUse.get(owner) ?? 0) + change;
    if (count === 0) this.#inUse.delete(owner);
    else this.#inUse.set(owner, count);
  }
}

function busy(): DomainError {
  return new DomainError(
    'service_unavailable',
    'Too much is asked of the tables now. Try again in a moment.',
  );
}
