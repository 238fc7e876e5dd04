import { createRequire } from 'node:module';
import { expect, it } from '@jest/globals';
import { murmur2, partitionOf } from './murmur2.js';

/** From the tests of Kafka's own clients. */
it.each([
  ['21', -973932308],
  ['foobar', -790332482],
  ['a-little-bit-long-string', -985981536],
  ['a-little-bit-longer-string', -1486304829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
  ['abc', 479470107],
])('the hash of %j is %d', (key, hash) => {
  expect(murmur2(Buffer.from(key))).toBe(hash);
});

it('gives a key the partition that kafkajs gives it', () => {
  const theirs = createRequire(import.meta.url)('kafkajs/src/producer/partitioners/default/murmur2') as (
    key: Buffer,
  ) => number;
  for (let key = 0; key < 500; key += 1) {
    const stream = `org:demo/conversation/${'é'.repeat(key % 7)}${key}`;
    expect(partitionOf(stream, 48)).toBe((theirs(Buffer.from(stream)) & 0x7fffffff) % 48);
  }
});
