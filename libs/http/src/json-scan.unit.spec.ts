import fc from 'fast-check';
import { scanJson, type JsonScan } from './json-scan.js';

const unbounded = { deepestNesting: Infinity, values: Infinity };
const scan = (text: string, bounds = unbounded): JsonScan => scanJson(Buffer.from(text, 'utf8'), bounds);

/** The same, computed from the parsed value. */
class Walk implements JsonScan {
  deepestNesting = 0;
  values = 0;
  hasUnstorableText = false;
  hasProtoKey = false;

  constructor(value: unknown) {
    this.#visit(value, 0);
  }

  #visit(value: unknown, nesting: number): void {
    if (typeof value === 'string') this.#look(value);
    if (typeof value !== 'object' || value === null) return;
    const parts = Object.entries(value);
    this.deepestNesting = Math.max(this.deepestNesting, nesting + 1);
    this.values += Math.max(1, parts.length);
    for (const [key, part] of parts) {
      if (!Array.isArray(value)) this.#look(key);
      if (key === '__proto__') this.hasProtoKey = true;
      this.#visit(part, nesting + 1);
    }
  }

  #look(text: string): void {
    if (text.includes('\u0000') || !text.isWellFormed()) this.hasUnstorableText = true;
  }
}

/** JSON in which any character may be an escape, as clients may write it. */
function withEscapes(text: string, escaped: readonly boolean[]): string {
  let index = 0;
  return text.replace(/"(?:[^"\\]|\\.)*"/g, (literal) => {
    const characters = Array.from(JSON.parse(literal) as string, (character) => {
      if (escaped[index++ % escaped.length] !== true) return JSON.stringify(character).slice(1, -1);
      return character.split('').map(hexEscape).join('');
    });
    return `"${characters.join('')}"`;
  });
}

const hexEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

describe('a scan of JSON', () => {
  it('finds what a walk through the parsed value finds', () => {
    const key = fc.oneof(fc.constant('__proto__'), fc.string({ unit: 'binary' }));
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\ud800', 'a\udc00', '__proto__', '\\u0000'),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.double(),
        fc.constant(null),
        fc.array(tie('value')),
        fc.array(fc.tuple(key, tie('value'))).map((entries) => Object.fromEntries(entries)),
      ),
    }));
    fc.assert(
      fc.property(
        value,
        fc.array(fc.boolean(), { minLength: 1 }),
        fc.constantFrom(0, 2),
        (json, escaped, indent) => {
          const written = withEscapes(JSON.stringify(json, undefined, indent), escaped);
          const { deepestNesting, values, hasUnstorableText, hasProtoKey } = scan(written);
          expect({ deepestNesting, values, hasUnstorableText, hasProtoKey }).toEqual({
            ...new Walk(JSON.parse(written)),
          });
        },
      ),
    );
  });

  it.each([
    ['a high surrogate before one that is no low one', String.raw`"\ud83d\ud83d\udc4b"`, true],
    ['a high surrogate before a plain character', String.raw`"\ud83dx"`, true],
    ['a low surrogate alone', String.raw`"\udc4b"`, true],
    ['a pair', String.raw`"\uD83D\uDC4B"`, false],
    ['a backslash before the letters of an escape', String.raw`"\\u0000"`, false],
  ])('judges %s', (_name, text, expected) => {
    expect(scan(text).hasUnstorableText).toBe(expected);
  });

  it('does not take a value for a key', () => {
    expect(scan('["__proto__"]').hasProtoKey).toBe(false);
    expect(scan('{"__proto__" \t\r\n: 1}').hasProtoKey).toBe(true);
    expect(scan('{"__proto__x": 1, "x__proto__": 1}').hasProtoKey).toBe(false);
  });

  it('goes no further than the bounds', () => {
    const bounds = { deepestNesting: 3, values: 10 };
    expect(scan('['.repeat(1_000_000), bounds).deepestNesting).toBe(4);
    expect(scan(`[${'1,'.repeat(1_000_000)}1]`, bounds).values).toBe(11);
  });

  it('ends with any bytes, JSON or not', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (bytes, text) => {
        scanJson(bytes, unbounded);
        scan(`{"${text}\\u`);
      }),
    );
  });
});
