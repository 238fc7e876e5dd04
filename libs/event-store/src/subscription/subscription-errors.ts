import { DomainError } from '@svc/errors';
import type { EventRow } from '../events/event-row.js';
import type { LogPosition } from '../events/recorded-event.js';
import { comparePositions } from '../reading/read-log.js';

/** This leader's term is over: nothing of its batch may count. */
export class TermEndedError extends Error {
  override readonly name = 'TermEndedError';

  constructor(subscription: string) {
    super(`The term of this leader of subscription ${subscription} is over.`);
  }
}

/** No event caused it: none can be handled now. */
export function isServiceOutage(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'service_unavailable';
}

/**
 * Finds the failing event of a batch: after an error its events come one by one, and errors are counted for each. It
 * outlives a term.
 */
export class FailureSearch {
  #until: LogPosition | undefined;
  #event: { readonly id: string; readonly failures: number } | undefined;

  /** Whether events come one by one from this position on. */
  isNarrow(position: LogPosition): boolean {
    return this.#until !== undefined && comparePositions(position, this.#until) < 0;
  }

  /** A batch up to this position has failed, and not because of a single event. */
  narrow(until: LogPosition): void {
    if (!this.isNarrow(until)) this.#until = until;
  }

  /** @returns how often this event alone has failed by now. */
  count({ event_id: id }: EventRow): number {
    const failures = (this.#event?.id === id ? this.#event.failures : 0) + 1;
    this.#event = { id, failures };
    return failures;
  }
}
