import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  characterCount,
  hasAtMostCharacters,
  hasVisibleText,
  isStorableText,
  toStorableText,
} from './text.js';

/** Any sequence of code units, weighted towards those that can't be stored. */
const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom('\u0000', '\ud800', '\udc00', '\ud83d\ude00', '\ufffd', 'a'),
    ),
  )
  .map((units) => units.join(''));

it('characters are counted by code points, and a lone surrogate is one', () => {
  expect(['', 'abc', '😀ß', 'a\ud83d'].map(characterCount)).toEqual([0, 3, 2, 2]);
});

it.each([
  ['xxx', 3, true],
  ['xxxx', 3, false],
  ['😀😀😀', 3, true],
  ['😀😀😀😀', 3, false],
  ['e\u0301e', 3, true],
  ['e\u0301e\u0301', 3, false],
])('%j holds at most %i characters: %s', (text, maximum, expected) => {
  expect(hasAtMostCharacters(text, maximum)).toBe(expected);
});

describe('storable text', () => {
  it.each([
    ['plain text', 'Grüße, 你好 😀', true],
    ['nothing', '', true],
    ['other control characters', '\u0001\t\n\u007f', true],
    ['U+0000', 'a\u0000b', false],
    ['a high surrogate alone', 'a\ud83d', false],
    ['a low surrogate alone', '\ude00b', false],
    ['a pair the wrong way round', '\ude00\ud83d', false],
  ])('%s: %j is storable: %s', (_name, text, expected) => {
    expect(isStorableText(text)).toBe(expected);
  });

  it('is what survives UTF-8 and has no U+0000', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const survives = Buffer.from(text, 'utf8').toString('utf8') === text;
        expect(isStorableText(text)).toBe(survives && !text.includes('\u0000'));
      }),
    );
  });
});

describe('cleaning text', () => {
  it('removes U+0000 and puts U+FFFD for each lone surrogate', () => {
    expect(toStorableText('a\u0000b\ud800c\udc00')).toBe('ab\ufffdc\ufffd');
  });

  it('always gives storable text, and changes no storable text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = toStorableText(text);
        expect(isStorableText(clean)).toBe(true);
        expect(clean === text).toBe(isStorableText(text));
      }),
    );
  });
});

it.each([
  ['a', true],
  [' é ', true],
  ['😀', true],
  ['', false],
  [' \n\t\u00a0', false],
  ['\u200b', false],
  ['\u200b \u2060\ufeff\u00ad', false],
  ['a\u200b', true],
])('%j can be seen: %s', (text, expected) => {
  expect(hasVisibleText(text)).toBe(expected);
});
