import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@svc/kernel';
import type { Database } from '@svc/postgres';
import { CLOCK, DATABASE, METRICS } from '@svc/service-host';
import { durationBuckets, type Counter, type Histogram, type Metrics } from '@svc/telemetry';
import { stages, type Stage } from '../domain/post-processing/stages.js';
import { countPostProcessings } from '../projections/failed-post-processings.js';

export type RunOutcome = 'completed' | 'failed' | 'put_off' | 'abandoned' | 'overtaken';

/** Results of stages, and how many wait. */
@Injectable()
export class ProcessingMetrics {
  readonly #runs: Histogram;
  readonly #memories: Counter;
  readonly #clock: Clock;

  constructor(
    @Inject(METRICS) metrics: Metrics,
    @Inject(CLOCK) clock: Clock,
    @Inject(DATABASE) database: Database,
  ) {
    this.#clock = clock;
    this.#runs = metrics.histogram({
      name: 'post_processing_run_seconds',
      description: 'Length of runs of stages, by stage and outcome.',
      buckets: durationBuckets,
    });
    this.#memories = metrics.counter({
      name: 'memories_proposed_total',
      description: 'Memories that the extractor proposed: kept, or refused for the reason given.',
    });
    metrics.gauge({
      name: 'post_processings',
      description: 'Conversations whose stage is pending, or has failed and waits for the operator.',
      observe: async () => {
        const counts = await countPostProcessings(database);
        return stages.flatMap((stage) =>
          [false, true].map((isFailed) => ({
            value: counts.find((each) => each.stage === stage && each.isFailed === isFailed)?.count ?? 0,
            labels: { stage, status: isFailed ? 'failed' : 'pending' },
          })),
        );
      },
    });
  }

  /** @returns a function that records the end of the run */
  begin(stage: Stage): (outcome: RunOutcome) => void {
    const startedAt = this.#clock.now();
    return (outcome) => this.#runs.record((this.#clock.now() - startedAt) / 1_000, { stage, outcome });
  }

  extracted(kept: number, refused: Readonly<Record<string, number | undefined>>): void {
    this.#memories.add(kept, { outcome: 'kept' });
    for (const [reason, count] of Object.entries(refused))
      this.#memories.add(count ?? 0, { outcome: reason });
  }
}
