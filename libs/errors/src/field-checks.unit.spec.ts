import { describe, expect, it } from '@jest/globals';
import { DomainError } from './domain-error.js';
import { FieldChecks, jsonBytes } from './field-checks.js';

function broken(checks: FieldChecks): readonly (readonly [string, string])[] {
  try {
    checks.verify();
  } catch (error) {
    return (error as DomainError).fields.map(({ loc, type }) => [loc.join('.'), type]);
  }
  return [];
}

const loc = ['body', 'name'];

describe('field checks', () => {
  it('pass for valid fields', () => {
    const checks = new FieldChecks()
      .text(loc, 'Ada', 3)
      .text(loc, '😀😀😀', 3) // three code points, six code units
      .atMostCharacters(loc, '😀😀😀', 3)
      .atMostCharactersTogether(loc, ['😀', '', '😀😀'], 3)
      .storable(loc, '')
      .texts(loc, ['a', 'b'], 1)
      .pattern(loc, 'a-1', /^[a-z]-\d$/, 'must be a letter and a digit')
      .atMost(loc, [1, 2], 2)
      .atMostBytes(loc, 2, 2)
      .unique(loc, ['a', 'b']);
    expect(() => checks.verify()).not.toThrow();
  });

  it('collect all invalid fields, in order', () => {
    const checks = new FieldChecks().text(['body', 'first_name'], ' ').text(['body', 'last_name'], '');
    expect(broken(checks)).toEqual([
      ['body.first_name', 'string_too_short'],
      ['body.last_name', 'string_too_short'],
    ]);
  });

  it('describe a pattern in words', () => {
    const checks = new FieldChecks().pattern(loc, 'x', /^y$/, 'must be y');
    expect(() => checks.verify()).toThrow('body.name: must be y');
  });

  it('fail as one domain error', () => {
    const checks = new FieldChecks().refuse(loc, 'is odd', 'odd');
    expect(() => checks.verify()).toThrow(DomainError);
    expect(() => checks.verify()).toThrow('body.name: is odd');
  });

  it.each([
    ['blank text', new FieldChecks().text(loc, ' \n'), 'string_too_short'],
    ['long text', new FieldChecks().text(loc, 'abcd', 3), 'string_too_long'],
    ['a name of two lines', new FieldChecks().name(loc, 'a\nb', 9), 'string_pattern_mismatch'],
    ['a name with U+2028', new FieldChecks().name(loc, 'a\u2028b', 9), 'string_pattern_mismatch'],
    ['a name with U+0085', new FieldChecks().name(loc, 'a\u0085b', 9), 'string_pattern_mismatch'],
    ['a long name', new FieldChecks().name(loc, 'abcd', 3), 'string_too_long'],
    ['text with U+0000', new FieldChecks().text(loc, 'a\u0000'), 'string_unstorable'],
    ['a lone surrogate', new FieldChecks().storable(loc, '\ud800'), 'string_unstorable'],
    ['another pattern', new FieldChecks().pattern(loc, 'x', /^y$/, 'must be y'), 'string_pattern_mismatch'],
    ['long texts together', new FieldChecks().atMostCharactersTogether(loc, ['ab', 'cd'], 3), 'too_large'],
    ['too many items', new FieldChecks().atMost(loc, [1, 2, 3], 2), 'too_long'],
    ['too many bytes', new FieldChecks().atMostBytes(loc, 3, 2), 'too_large'],
    ['a key twice', new FieldChecks().unique(loc, ['a', 'a']), 'duplicate_key'],
  ])('refuse %s', (_name, checks, type) => {
    expect(broken(checks)).toEqual([['body.name', type]]);
  });

  it('take the size of a value as JSON', () => {
    expect(jsonBytes({ a: 'é"' })).toBe(12);
  });

  it('name the index of a text in a list', () => {
    expect(broken(new FieldChecks().texts(['body', 'tags'], ['a', '', 'c']))).toEqual([
      ['body.tags.1', 'string_too_short'],
    ]);
  });
});
