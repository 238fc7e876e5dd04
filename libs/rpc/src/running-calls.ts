import { DomainError } from '@svc/errors';

/** The calls with running handlers, including those of callers that left. */
export class RunningCalls {
  readonly #running = new Set<Promise<void>>();

  constructor(private readonly most: number) {}

  get isFull(): boolean {
    return this.#running.size >= this.most;
  }

  add(call: Promise<void>): void {
    this.#running.add(call);
    void call.finally(() => this.#running.delete(call));
  }

  /** Resolves when the calls that run now have ended. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#running);
  }
}

/** Rejects a call if there is no room for it. */
export function refuseAsBusy(): Promise<never> {
  const message = 'The service is busy. Try again in a moment.';
  return Promise.reject(new DomainError('service_unavailable', message, { retryAfterSeconds: 1 }));
}
