import { toStorableText } from '@svc/kernel';
import fc from 'fast-check';
import { MessageText } from './message-text.js';

/** Any text in any pieces, including lone surrogates, split pairs and U+0000. */
const pieces = fc.array(
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
);
const split = fc
  .tuple(fc.string({ unit: 'binary' }), fc.array(fc.nat()))
  .map(([text, cuts]) => cutAt(text, cuts));

function cutAt(text: string, cuts: readonly number[]): string[] {
  const places = cuts.map((cut) => cut % (text.length + 1)).toSorted((one, other) => one - other);
  return [0, ...places].map((start, index) => text.slice(start, places[index] ?? text.length));
}

function run(text: MessageText, raw: readonly string[]): string[] {
  return [...raw.map((piece) => text.push(piece)), text.end()];
}

it('pieces cleaned one by one give the cleaned text, without leading white space', () => {
  fc.assert(
    fc.property(fc.oneof(pieces, split), (raw) => {
      const text = new MessageText(1_000_000);
      const said = run(text, raw).join('');
      expect(said).toBe(toStorableText(raw.join('')).trimStart());
      expect(text.whole).toBe(said);
      expect(text.isCut).toBe(false);
    }),
  );
});

it('nothing beyond the limit is sent, and the cut splits no character', () => {
  fc.assert(
    fc.property(fc.oneof(pieces, split), fc.nat(20), (raw, limit) => {
      const text = new MessageText(limit);
      const said = run(text, raw).join('');
      const whole = toStorableText(raw.join('')).trimStart();
      expect(whole.startsWith(said)).toBe(true);
      expect(said.isWellFormed()).toBe(true);
      expect(said.length).toBeLessThanOrEqual(limit);
      expect(text.isCut).toBe(said !== whole);
    }),
  );
});

it('a surrogate pair split between two pieces stays one character', () => {
  const text = new MessageText(10);
  expect([text.push('a\ud83d'), text.push('\ude00b'), text.end()]).toEqual(['a', '😀b', '']);
});

it.each([
  ['in the middle of a word', 'We are open from Mon', 'We are open from Mon…'],
  ['behind a sentence', 'We are open. ', 'We are open. '],
  ['behind a sentence in quotes', 'I said “come!”', 'I said “come!”'],
  ['before its first word', ' ', ''],
])('a message that breaks off %s is cut, and ends so that it shows', (_where, said, whole) => {
  const text = new MessageText(100);
  const heard = text.push(said) + text.breakOff();
  expect([heard, text.whole, text.isCut]).toEqual([whole, whole, true]);
});
