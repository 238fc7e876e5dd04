import { expect, it } from '@jest/globals';
import { lengthPrefixed } from './index.js';

it('given parts, then each follows its length in bytes, so their ends are never ambiguous', () => {
  expect(lengthPrefixed(['é', 12, Buffer.of(7)]).toString('hex')).toBe(
    '00000002c3a900000002313200000001' + '07',
  );
  expect(lengthPrefixed(['ab', 'c'])).not.toEqual(lengthPrefixed(['a', 'bc']));
  expect(lengthPrefixed(['', 'a'])).not.toEqual(lengthPrefixed(['a', '']));
});
