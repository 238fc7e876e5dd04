import { setTimeout as pause } from 'node:timers/promises';
import type { Counter, Logger, Metrics } from '@svc/telemetry';
import type { EventBus, Retry, Subscriber, Tail } from '../event-bus.js';
import type { PublicEvent } from '../public-event.js';

export interface BackgroundTailOptions {
  readonly bus: Pick<EventBus, 'tail'>;
  /** Names it in the metric and the log: `gateway.accesses`. */
  readonly subscriber: string;
  readonly sources: readonly string[];
  /** Handles each event from about now on. When it throws, the event and all after it come again. */
  readonly take: (event: PublicEvent) => void;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const firstRetryMs = 100;
const maxRetryMs = 5_000;

/**
 * An optional tail, for caches with expiring entries: it begins when the bus is available, and neither a start nor a
 * call waits for that. During an outage `event_bus_tail_failures_total` rises. `event_bus_tail_begun` is 0 until the
 * tail first begins.
 */
export class BackgroundTail implements Subscriber {
  readonly #options: BackgroundTailOptions;
  readonly #failures: Counter;
  readonly #stopping = new AbortController();
  #tail: Tail | undefined;

  constructor(options: BackgroundTailOptions) {
    this.#options = options;
    this.#failures = options.metrics.counter({
      name: 'event_bus_tail_failures_total',
      description: 'How often events could not be delivered to a subscriber that works without them.',
    });
    options.metrics.gauge({
      name: 'event_bus_tail_begun',
      description: '1 once events are delivered to a subscriber that works without them.',
      observe: () => [{ value: this.#tail ? 1 : 0, labels: { subscriber: options.subscriber } }],
    });
    void this.#begin();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#tail?.stop();
  }

  async #begin(): Promise<void> {
    const { signal } = this.#stopping;
    for (let retryInMs = firstRetryMs; !signal.aborted; retryInMs = Math.min(2 * retryInMs, maxRetryMs)) {
      try {
        this.#tail = await this.#open();
        if (signal.aborted) await this.#tail.stop();
        return;
      } catch (error) {
        if (signal.aborted) return;
        this.#note(error, { retryInMs });
        await pause(retryInMs, undefined, { signal }).catch(() => undefined); // rejects when it is over
      }
    }
  }

  #open(): Promise<Tail> {
    const { bus, sources, take } = this.#options;
    return bus.tail({
      sources,
      from: 'end',
      handle: async (batch) => batch.forEach(take),
      onError: (error, retry) => this.#note(error, retry),
    });
  }

  #note(error: unknown, { retryInMs }: Retry): void {
    const { subscriber, logger } = this.#options;
    this.#failures.add(1, { subscriber });
    logger.warn('events can not be delivered at the moment', { subscriber, error, retryInMs });
  }
}
