import { createRequire } from 'node:module';

/** What is used of the queue that kafkajs keeps for each connection. */
interface RequestQueue {
  /** Requests that wait until the broker takes more. */
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests: (this: RequestQueue) => void;
}

/**
 * kafkajs sets a timer after each answer of a broker, with minus the present time as its delay: Node writes a warning for
 * each, and an idle client is woken for nothing. With no request that waits there is nothing to look after.
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
