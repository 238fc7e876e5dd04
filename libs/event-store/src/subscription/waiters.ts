import type { LogPosition } from '../events/recorded-event.js';
import { comparePositions } from '../reading/read-log.js';

interface Waiter {
  readonly target: LogPosition;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

/** Those who wait until a subscription has come to some position. */
export class Waiters {
  #waiters: readonly Waiter[] = [];

  add(target: LogPosition): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#waiters = [...this.#waiters, { target, resolve, reject }];
    });
  }

  /**
   * The current waiters. Only a read of the log that begins after this call answers them; later waiters may wait for a
   * rewind.
   */
  present(): { readonly size: number; settle(reached: LogPosition): void } {
    const present = this.#waiters;
    return {
      size: present.length,
      settle: (reached) => {
        const settled = present.filter(({ target }) => comparePositions(target, reached) <= 0);
        this.#waiters = this.#waiters.filter((waiter) => !settled.includes(waiter));
        for (const { resolve } of settled) resolve();
      },
    };
  }

  dismiss(reason: Error): void {
    const dismissed = this.#waiters;
    this.#waiters = [];
    for (const { reject } of dismissed) reject(reason);
  }
}
