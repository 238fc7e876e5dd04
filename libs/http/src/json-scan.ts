/** What parsing a JSON text would meet. For a text that is not JSON the result means nothing. */
export interface JsonScan {
  readonly deepestNesting: number;
  /** Arrays, objects and commas: they decide the cost of parsing. There are at most one more values. */
  readonly values: number;
  /** Whether a string or key holds an escape of U+0000 or of a lone surrogate. */
  readonly hasUnstorableText: boolean;
  /** Whether some object has the key `__proto__`, plain or with escapes. */
  readonly hasProtoKey: boolean;
}

export interface JsonBounds {
  readonly deepestNesting: number;
  readonly values: number;
}

/**
 * Scans a JSON text once, before anything is built from it. It takes some 2 ms for any 1 MiB; parsing can take 100 ms.
 * Stops as soon as it exceeds one of the bounds.
 */
export function scanJson(bytes: Uint8Array, bounds: JsonBounds): JsonScan {
  let deepestNesting = 0;
  let values = 0;
  let nesting = 0;
  const strings = new StringScanner(bytes);
  for (let at = 0; at < bytes.length; at += 1) {
    const kind = kinds[bytes[at] ?? 0];
    if (kind === Kind.other) continue;
    if (kind === Kind.quote) at = strings.pass(at + 1);
    else if (kind === Kind.close) nesting -= 1;
    else if (++values > bounds.values) break;
    else if (kind === Kind.open && ++nesting > deepestNesting) {
      deepestNesting = nesting;
      if (deepestNesting > bounds.deepestNesting) break;
    }
  }
  const { hasUnstorableText, hasProtoKey } = strings;
  return { deepestNesting, values, hasUnstorableText, hasProtoKey };
}

const Kind = { other: 0, quote: 1, comma: 2, open: 3, close: 4 } as const;

/** The kind of a byte outside of strings, by its value. */
const kinds = kindsOf({ [Kind.quote]: '"', [Kind.comma]: ',', [Kind.open]: '[{', [Kind.close]: ']}' });

function kindsOf(characters: Readonly<Record<number, string>>): Uint8Array {
  const table = new Uint8Array(256);
  for (const [kind, all] of Object.entries(characters))
    for (const character of all) table[character.charCodeAt(0)] = Number(kind);
  return table;
}

const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;
const lowerU = 0x75;
const protoKey = '__proto__';
/** In bytes, if each of its characters is an escape. */
const maxProtoKey = 6 * protoKey.length;

class StringScanner {
  hasUnstorableText = false;
  hasProtoKey = false;

  constructor(private readonly bytes: Uint8Array) {}

  /** @param start after the quote that opens a string. @returns the index of the closing quote. */
  pass(start: number): number {
    const { bytes } = this;
    let at = start;
    for (let byte = bytes[at]; byte !== quote && byte !== undefined; byte = bytes[at])
      at = byte === backslash ? this.#passEscape(at) : at + 1;
    const length = at - start;
    if (length >= protoKey.length && length <= maxProtoKey && this.#isProtoKey(start, at))
      this.hasProtoKey = true;
    return at;
  }

  /** @param at the index of its backslash. @returns the index after the escape. */
  #passEscape(at: number): number {
    if (this.bytes[at + 1] !== lowerU) return at + 2;
    const unit = this.#hexDigits(at + 2);
    if (isHighSurrogate(unit) && isLowSurrogate(this.#escapedUnit(at + 6))) return at + 12;
    if (unit === 0 || isHighSurrogate(unit) || isLowSurrogate(unit)) this.hasUnstorableText = true;
    return at + 6;
  }

  #isProtoKey(start: number, end: number): boolean {
    let at = start;
    for (let index = 0; index < protoKey.length; index += 1) {
      const isEscape = this.bytes[at] === backslash;
      const unit = isEscape ? this.#escapedUnit(at) : this.bytes[at];
      if (unit !== protoKey.charCodeAt(index)) return false;
      at += isEscape ? 6 : 1;
    }
    return at === end && this.#isBeforeColon(end + 1);
  }

  #isBeforeColon(start: number): boolean {
    let at = start;
    while (isBlank(this.bytes[at])) at += 1;
    return this.bytes[at] === colon;
  }

  /** The UTF-16 unit of a `\u` escape; NaN if none begins there. */
  #escapedUnit(at: number): number {
    return this.bytes[at] === backslash && this.bytes[at + 1] === lowerU ? this.#hexDigits(at + 2) : NaN;
  }

  /** The value of four hex digits, or NaN. */
  #hexDigits(start: number): number {
    let number = 0;
    for (let at = start; at < start + 4; at += 1) number = number * 16 + hexDigit(this.bytes[at]);
    return number;
  }
}

/** JSON's whitespace: space, tab, line feed and carriage return. */
function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return NaN;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : NaN;
}
