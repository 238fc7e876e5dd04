import type { LifecyclePart } from '@svc/runtime';
import type { SupervisedProcess } from './supervised-process.js';

/** Processes that start together and end one by one in reverse: the later ones call the earlier ones. */
export class ProcessGroup implements LifecyclePart {
  readonly name = 'processes';

  constructor(private readonly processes: readonly SupervisedProcess[]) {}

  /** @throws the first error, after stopping the started ones. */
  async start(): Promise<void> {
    const outcomes = await Promise.allSettled(this.processes.map((one) => one.start()));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (!failed) return;
    await this.stop(0).catch(() => undefined);
    throw failed.reason;
  }

  /** The grace is for all together. @throws AggregateError if some did not end cleanly */
  async stop(graceMs: number): Promise<void> {
    const endsAt = performance.now() + graceMs;
    const errors: unknown[] = [];
    for (const one of this.processes.toReversed()) {
      await one.stop(Math.max(0, endsAt - performance.now())).catch((error: unknown) => errors.push(error));
    }
    if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '));
  }
}
