import type { LifecyclePart } from '@svc/runtime';
import type { SupervisedProcess } from './supervised-process.js';

/** Processes that start together, and end one after the other: the last first, since it asks those before it. */
export class ProcessGroup implements LifecyclePart {
  readonly name = 'processes';

  constructor(private readonly processes: readonly SupervisedProcess[]) {}

  /** @throws the first failure, after those that have started were stopped. */
  async start(): Promise<void> {
    const outcomes = await Promise.allSettled(this.processes.map((one) => one.start()));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (!failed) return;
    await this.stop(0).catch(() => undefined);
    throw failed.reason;
  }

  /** The grace is that of all together. @throws AggregateError when some did not end well */
  async stop(graceMs: number): Promise<void> {
    const endsAt = performance.now() + graceMs;
    const errors: unknown[] = [];
    for (const one of this.processes.toReversed()) {
      await one.stop(Math.max(0, endsAt - performance.now())).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '));
  }
}
