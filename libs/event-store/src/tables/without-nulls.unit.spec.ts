import { expect, it } from '@jest/globals';
import { withoutNulls } from './without-nulls.js';

it('a row for a message has undefined where it has null, and else the same', () => {
  const row: { name: string; nickname: string | null; age: number | null; tags: (string | null)[] } = {
    name: '',
    nickname: null,
    age: 0,
    tags: [null],
  };
  const message: { name: string; nickname: string | undefined; age: number | undefined } = withoutNulls(row);
  expect(message).toStrictEqual({ name: '', nickname: undefined, age: 0, tags: [null] });
});
