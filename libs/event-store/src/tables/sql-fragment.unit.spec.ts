import { describe, expect, it } from '@jest/globals';
import { distinctNames, renumberPlaceholders } from './sql-fragment.js';

describe('a fragment inside a statement', () => {
  it('has its placeholders raised', () => {
    expect(renumberPlaceholders('SELECT $1, $2::text, $10 WHERE $1 > 0', 5)).toBe(
      'SELECT $6, $7::text, $15 WHERE $6 > 0',
    );
  });

  it.each([
    ["a string with 'costs $1 it''s $2'"],
    ['an "identifier $1"'],
    ['a comment -- for $1'],
    ['a comment /* for\n $1 */'],
    ['a body $$ with $1 $$'],
    ['a body $tag$ with $1 and $$ $tag$'],
  ])('keeps %s', (text) => {
    expect(renumberPlaceholders(`${text}\n $1`, 3)).toBe(`${text}\n $4`);
  });

  it('gets a name of its own', () => {
    const fragments = ['lease', 'user', 'lease', 'lease'].map((name) => ({ name, text: '', values: [] }));
    expect(distinctNames(fragments)).toEqual(['lease', 'user', 'lease_2', 'lease_3']);
  });
});
