import { expect, it } from '@jest/globals';
import type { OutgoingMessage } from '../messages/kafka-message.js';
import { messageSlices } from './message-slices.js';

const message = (key: string, bytes: number): OutgoingMessage => ({
  topic: 'svc.bank.events',
  partition: 0,
  key,
  value: Buffer.alloc(0),
  headers: {},
  bytes,
});
const keysOf = (messages: readonly OutgoingMessage[], limit: number) =>
  [...messageSlices(messages, limit)].map((slice) => slice.map(({ key }) => key));

it('cuts messages where a slice would be too large, in their order', () => {
  const messages = [message('a', 4), message('b', 6), message('c', 1), message('d', 9), message('e', 2)];
  expect(keysOf(messages, 10)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

it('lets a message that is too large go alone', () => {
  expect(keysOf([message('a', 1), message('b', 11), message('c', 1)], 10)).toEqual([['a'], ['b'], ['c']]);
});

it('makes no slice of nothing', () => {
  expect(keysOf([], 10)).toEqual([]);
});
