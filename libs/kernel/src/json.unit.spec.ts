import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from './json.js';

const anyJson = fc.jsonValue({ noUnicodeString: false, stringUnit: 'binary' });
const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, shuffled(inner)]),
  );
};

describe('canonical JSON (RFC 8785)', () => {
  it('parses to the same value', () => {
    fc.assert(
      fc.property(anyJson, (value) =>
        expect(JSON.parse(canonicalJson(value))).toEqual(withoutMinusZero(value)),
      ),
    );
  });

  it('does not depend on the order in which keys were set', () => {
    fc.assert(
      fc.property(anyJson, (value) => expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value))),
    );
  });

  it('orders keys by their UTF-16 code units', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.constant(0), { maxKeys: 60, size: 'max' }),
        (record) => {
          const members = Object.keys(record)
            .sort() // by code units, says ECMA-262
            .map((key) => `${JSON.stringify(key)}:0`);
          expect(canonicalJson(record)).toBe(`{${members.join(',')}}`);
        },
      ),
    );
  });

  it('writes the example of the RFC, section 3.2.2 and 3.2.3', () => {
    const value = {
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts as the RFC does in section 3.2.3: code units, not code points, and no other collation', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    const names = [...canonicalJson(value).matchAll(/:"([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  it('sorts keys that look like numbers as text', () => {
    expect(canonicalJson({ 9: 'nine', 10: 'ten', a: 1 })).toBe('{"10":"ten","9":"nine","a":1}');
  });

  it('writes minus zero as zero, and leaves out keys without a value', () => {
    expect(canonicalJson({ zero: -0, none: undefined })).toBe('{"zero":0}');
  });

  it('keeps a key named __proto__', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1}}');
  });

  it('uses `toJSON` of values that have it', () => {
    expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  });

  it.each([
    ['NaN', Number.NaN],
    ['infinity', [Number.POSITIVE_INFINITY]],
    ['undefined', undefined],
    ['undefined in an array', [undefined]],
    ['a bigint', { big: 1n }],
    ['a function', { call: () => 1 }],
  ])('refuses %s instead of writing something else', (_name, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });
});

/** JSON knows one zero. */
function withoutMinusZero(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}
