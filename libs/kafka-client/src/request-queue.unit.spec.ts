import { createRequire } from 'node:module';
import { afterEach, expect, it, jest } from '@jest/globals';
import { quietRequestQueues } from './request-queue.js';

interface Queue {
  pending: unknown[];
  throttleCheckTimeoutId: unknown;
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
  destroy(): void;
}

const RequestQueue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as new (
  options: object,
) => Queue;

const newQueue = () => new RequestQueue({ logger: { debug: () => undefined } });

afterEach(() => {
  jest.restoreAllMocks();
});

it('given a queue where nothing waits, when an answer has come, then no timer is set', () => {
  quietRequestQueues();
  const setTimer = jest.spyOn(globalThis, 'setTimeout');

  newQueue().checkPendingRequests();

  expect(setTimer).not.toHaveBeenCalled();
});

it('given a queue where a request waits, when it is looked at, then it is looked at again soon', () => {
  quietRequestQueues();
  quietRequestQueues();
  const setTimer = jest.spyOn(globalThis, 'setTimeout');
  const queue = newQueue();
  queue.pending.push({});

  queue.scheduleCheckPendingRequests();
  queue.destroy();

  expect(setTimer.mock.calls.map(([, delay]) => delay)).toEqual([10]);
});
