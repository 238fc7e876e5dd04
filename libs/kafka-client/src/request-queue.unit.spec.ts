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

it('given an empty queue, when a response has come, then no timer is set', () => {
  quietRequestQueues();
  const setTimer = jest.spyOn(globalThis, 'setTimeout');

  newQueue().checkPendingRequests();

  expect(setTimer).not.toHaveBeenCalled();
});

it('given a queue with a waiting request, when it is checked, then it is checked again soon', () => {
  quietRequestQueues();
  quietRequestQueues();
  const setTimer = jest.spyOn(globalThis, 'setTimeout');
  const queue = newQueue();
  queue.pending.push({});

  queue.scheduleCheckPendingRequests();
  queue.destroy();

  expect(setTimer.mock.calls.map(([, delay]) => delay)).toEqual([10]);
});
