import { z } from 'zod';
import { pageParameters, sortParameter } from './page.js';
import { flag, oid, repeated, wholeNumber } from './query.js';
import { tagFilter, tagFilters } from './tags.js';

const outcome = (schema: z.ZodType, value: unknown): unknown => {
  const result = schema.safeParse(value);
  return result.success ? result.data : 'refused';
};

describe('a repeated parameter', () => {
  it('is a list without duplicates, also when it is given once', () => {
    const ids = repeated(oid);
    const id = 'a'.repeat(24);
    expect(outcome(ids, undefined)).toEqual([]);
    expect(outcome(ids, id)).toEqual([id]);
    expect(outcome(ids, [id, id])).toEqual([id]);
    expect(outcome(ids, [id, 'A'.repeat(24)])).toBe('refused');
  });
});

describe('a number', () => {
  it.each([
    ['0', 0],
    ['20', 20],
    ['21', 'refused'],
    ['-1', 'refused'],
    ['', 'refused'],
    ['1e1', 'refused'],
    ['1.0', 'refused'],
    ['99999999999999999999', 'refused'],
    [['1', '2'], 'refused'],
  ])('%j', (text, expected) => {
    expect(outcome(wholeNumber(0, 20), text)).toBe(expected);
  });
});

describe('a flag', () => {
  it('is true or false', () => {
    expect(['true', '1', 'false', '0', 'yes', 'TRUE', ''].map((text) => outcome(flag, text))).toEqual([
      ...[true, true, false, false],
      ...['refused', 'refused', 'refused'],
    ]);
  });
});

describe('a page', () => {
  it('begins at the start and has the standard length', () => {
    expect(outcome(z.object(pageParameters(1, 20, 10)), {})).toEqual({ limit: 10, continuation_token: 0 });
  });
});

describe('a sort key', () => {
  it.each([
    ['name', { field: 'name', descending: false }],
    ['+name', { field: 'name', descending: false }],
    [' name', { field: 'name', descending: false }],
    ['-stats.count', { field: 'stats.count', descending: true }],
  ])('%j', (text, expected) => {
    expect(outcome(sortParameter(['name', 'stats.count']), text)).toEqual([expected]);
  });

  it.each(['size', '--name', 'statsXcount', 'name '])('%j is refused', (text) => {
    expect(outcome(sortParameter(['name', 'stats.count']), text)).toBe('refused');
  });
});

describe('a tag filter', () => {
  it.each([
    ['team:a', { $case: 'value', value: 'a' }],
    ['team:a:b', { $case: 'value', value: 'a:b' }],
    ['team:*', { $case: 'anyValue', value: true }],
    ['team:', { $case: 'noValue', value: true }],
  ])('%s', (text, match) => {
    expect(outcome(tagFilter, text)).toEqual({ key: 'team', match });
  });

  it('can be repeated up to the maximum number of tags', () => {
    const keys = Array.from({ length: 21 }, (_, index) => `tag${index}:`);
    expect(outcome(tagFilters, keys)).toBe('refused');
    expect(outcome(tagFilters, keys.slice(1))).toHaveLength(20);
    expect(outcome(tagFilters, undefined)).toEqual([]);
  });

  it('needs a key and a colon', () => {
    expect([outcome(tagFilter, 'team'), outcome(tagFilter, ':a')]).toEqual(['refused', 'refused']);
  });
});
