import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE, LOGGER } from '@svc/service-host';
import type { Logger } from '@svc/telemetry';
import {
  claimDuePostProcessings,
  renewClaim,
  type ClaimedPostProcessing,
} from '../projections/due-post-processings.js';
import { RunStage, stopping } from './run-stage.js';

/** Maximum of concurrent stages of one instance: each may wait for the model. */
const maxAtOnce = 8;
/** Maximum duration of a run: a long conversation needs several model calls. */
const runWithinMs = 600_000;
/** How long a claim lasts without renewal. After that, others run the stage of a process that died. */
const claimMs = 30_000;
const renewEveryMs = 10_000;
/** Interval of the search for retries and for stages that others left. */
const lookEveryMs = 1_000;

/** Runs due stages, within the limit of this instance. Any number of instances share the work. */
@Injectable()
export class StageWorker {
  readonly #running = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isAsked = false;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly runStage: RunStage,
  ) {}

  start(): void {
    this.#timer = setInterval(() => this.wake(), lookEveryMs).unref();
  }

  /** Checks for due stages at once. */
  wake(): void {
    this.#isAsked = true;
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
  }

  /** Resolves when nothing is due that can be done now. */
  async settle(): Promise<void> {
    this.wake();
    while (this.#looking || this.#running.size > 0) await Promise.all([this.#looking, ...this.#running]);
  }

  /** Aborts running stages. They run again, here or elsewhere. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort(stopping);
    while (this.#looking || this.#running.size > 0) await Promise.all([this.#looking, ...this.#running]);
  }

  async #look(): Promise<void> {
    while (this.#isAsked && !this.#stop.signal.aborted && this.#running.size < maxAtOnce) {
      this.#isAsked = false;
      for (const claim of await this.#claim(maxAtOnce - this.#running.size)) this.#run(claim);
    }
  }

  async #claim(limit: number): Promise<readonly ClaimedPostProcessing[]> {
    const nowMs = this.clock.now();
    try {
      return await claimDuePostProcessings(this.database, { nowMs, untilMs: nowMs + claimMs, limit });
    } catch (error) {
      this.logger.warn('post-processing could not look for what is due', { error });
      return [];
    }
  }

  #run(claim: ClaimedPostProcessing): void {
    const { tenantId, conversationId } = claim;
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(runWithinMs)]);
    const release = this.#keep(claim);
    const run = this.runStage
      .execute(claim, signal)
      .catch((error: unknown) => {
        this.logger.warn('a stage of post-processing was not ended', { tenantId, conversationId, error });
      })
      .finally(() => {
        release();
        this.#running.delete(run);
        // The next stage may be due now, and there is capacity.
        this.wake();
      });
    this.#running.add(run);
  }

  /** Renews a claim while its stage runs. @returns a function that stops it */
  #keep(claim: ClaimedPostProcessing): () => void {
    let held = claim;
    const timer = setInterval(() => {
      const untilMs = this.clock.now() + claimMs;
      renewClaim(this.database, held, untilMs).then(
        () => (held = { ...held, untilMs }),
        (error: unknown) => this.logger.warn('a claim on a stage could not be renewed', { error }),
      );
    }, renewEveryMs).unref();
    return () => clearInterval(timer);
  }
}
