import { createRequire } from 'node:module';

/** The part that we use of kafkajs' request queue of each connection. */
interface RequestQueue {
  /** Requests that wait until the broker takes more. */
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
}

/**
 * kafkajs sets a timer after each response, with the negated present time as delay. Node logs a warning for each, and
 * idle clients wake up. With an empty queue no timer is needed.
 */
export function quietRequestQueues(): void {
  const { prototype } = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
    readonly prototype: RequestQueue;
  };
  const { scheduleCheckPendingRequests } = prototype;
  if (scheduleCheckPendingRequests.name === scheduleWhereSomethingWaits.name) return;
  prototype.scheduleCheckPendingRequests = scheduleWhereSomethingWaits;

  function scheduleWhereSomethingWaits(this: RequestQueue): void {
    if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
  }
}
