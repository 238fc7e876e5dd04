import { DomainError } from '@svc/errors';
import { FewAtOnce } from '@svc/kernel';

interface Queue {
  readonly queue: FewAtOnce;
  users: number;
}

/** Runs the tasks of one key one after the other. Those of other keys run beside them. */
export class InTurn {
  readonly #queues = new Map<string, Queue>();

  /** @param mostWaiting of one key; more are refused */
  constructor(private readonly mostWaiting: number) {}

  /** @throws DomainError `rate_limited` when too many wait */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const found = this.#queues.get(key) ?? { queue: new FewAtOnce(1), users: 0 };
    if (found.queue.waiting >= this.mostWaiting)
      throw new DomainError('rate_limited', 'Too many requests at once. Try again in 1 s.', {
        retryAfterSeconds: 1,
      });
    this.#queues.set(key, found);
    found.users += 1;
    try {
      return await found.queue.run(task);
    } finally {
      found.users -= 1;
      if (found.users === 0) this.#queues.delete(key);
    }
  }
}
