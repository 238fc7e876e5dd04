import { expect, it } from '@jest/globals';
import { valueBytes } from './event-size.js';

it.each([
  ['text as UTF-8, whatever JSON escapes', { a: '"""', b: 'é', c: '😀' }, 3 + 3 + 2 + 4],
  ['keys', { title: 1 }, 5 + 1],
  ['the values in lists and objects', { a: ['xy', { b: 'z' }], c: null }, 1 + 2 + 1 + 1 + 1 + 4],
  ['nothing', {}, 0],
])('the size of an event counts %s', (_what, payload, bytes) => {
  expect(valueBytes(payload)).toBe(bytes);
});
