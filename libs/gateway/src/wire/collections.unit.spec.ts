import { z } from 'zod';
import { list, mapOf } from './collections.js';
import { str1 } from './text.js';

const faultsOf = (schema: z.ZodType, value: unknown): unknown[] | undefined =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('a list', () => {
  it('holds checked items', () => {
    expect(list(str1).parse([' a ', 'b'])).toEqual(['a', 'b']);
    expect(faultsOf(list(str1), ['a', '', 1])).toEqual([
      ['1', 'must hold at least 1 character'],
      ['2', 'Invalid input: expected string, received number'],
    ]);
    expect(faultsOf(list(str1), 'a')).toHaveLength(1);
  });

  it('that is too long is one violation, however many its items have', () => {
    expect(faultsOf(list(str1), Array<string>(340_000).fill(''))).toEqual([
      ['', 'must hold at most 16384 items'],
    ]);
  });
});

describe('a map', () => {
  const numbers = mapOf(z.string().regex(/^a/), z.number(), { most: 2, what: 'numbers' });

  it('holds checked keys and values', () => {
    expect(numbers.parse({ a: 1, ab: 2 })).toEqual({ a: 1, ab: 2 });
    expect(faultsOf(numbers, { a: 'x', b: 1 })).toEqual([
      ['a', expect.any(String)],
      ['b', expect.any(String)],
    ]);
  });

  it('that is too large is one violation, however many its entries have', () => {
    expect(faultsOf(numbers, { b: 'x', c: 'x', d: 'x' })).toEqual([['', 'must hold at most 2 numbers']]);
  });
});
