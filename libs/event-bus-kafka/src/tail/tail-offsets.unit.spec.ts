import { expect, it } from '@jest/globals';
import { parseTailOffsets, tailOffsets } from './tail-offsets.js';

const offsets = new Map([
  ['svc-2.bank.events/0', 12n],
  ['svc-2.bank.events/1', 9_007_199_254_740_993n],
] as const);

it('reads what it has written', () => {
  expect(parseTailOffsets(tailOffsets(offsets), ['svc-2.bank.events'])).toEqual(offsets);
});

it.each(['', 'nonsense', 'svc.bank.events/0', 'svc.bank.events/0=-1', 'bank=1/2/3'])(
  'refuses %j, which is no position',
  (text) => {
    expect(() => parseTailOffsets(text, ['svc-2.bank.events'])).toThrow(TypeError);
  },
);

it('refuses a position in other topics', () => {
  expect(() => parseTailOffsets(tailOffsets(offsets), ['svc.shop.events'])).toThrow('other sources');
  expect(() => parseTailOffsets(tailOffsets(offsets), ['svc-2.bank.events', 'svc.shop.events'])).toThrow(
    'other sources',
  );
});
