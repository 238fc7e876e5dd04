import { Inject, Injectable } from '@nestjs/common';
import type { TurnOutcome } from '@svc/engine';
import type { Clock } from '@svc/kernel';
import { CLOCK, METRICS } from '@svc/service-host';
import { durationBuckets, type Metrics } from '@svc/telemetry';

/** One turn under measurement. */
export interface MeasuredTurn {
  /** The agent's first piece was sent. */
  spoke(): void;
  ended(outcome: TurnOutcome): void;
}

/** Durations of turns, from the commit of their begin. */
@Injectable()
export class TurnMetrics {
  readonly #durations;
  readonly #firstPieces;
  readonly #clock: Clock;

  constructor(@Inject(METRICS) metrics: Metrics, @Inject(CLOCK) clock: Clock) {
    this.#clock = clock;
    this.#durations = metrics.histogram({
      name: 'conversation_turn_seconds',
      description: 'Length of turns, by outcome.',
      buckets: durationBuckets,
    });
    this.#firstPieces = metrics.histogram({
      name: 'conversation_first_piece_seconds',
      description: "Time from the begin of a turn to the first piece of the agent's message.",
      buckets: durationBuckets,
    });
  }

  begin(): MeasuredTurn {
    const startedAt = this.#clock.now();
    const seconds = (): number => (this.#clock.now() - startedAt) / 1_000;
    return {
      spoke: () => this.#firstPieces.record(seconds()),
      ended: (outcome) => this.#durations.record(seconds(), { outcome }),
    };
  }
}
