/** What parsing a JSON text would come upon. What is said of a text that is no JSON means nothing. */
export interface JsonScan {
  readonly deepestNesting: number;
  /** Arrays, objects and commas: parsing costs by them, and there are no more values than that, and one. */
  readonly values: number;
  /** Whether a string or key holds an escape of U+0000, or of a surrogate without its other half. */
  readonly hasUnstorableText: boolean;
  /** Whether some object has the key `__proto__`, plain or with escapes in it. */
  readonly hasProtoKey: boolean;
}

export interface JsonBounds {
  readonly deepestNesting: number;
  readonly values: number;
}

/**
 * Looks through a JSON text once, before anything is built from it: some 2 ms for 1 MiB, whatever it holds, where
 * parsing can take 100 ms. Stops as soon as one of the bounds is passed.
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

/** What a byte outside of strings is, by its value. */
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
/** In bytes, when each of its characters is an escape. */
const maxProtoKey = 6 * protoKey.length;

class StringScanner {
  hasUnstorableText = false;
  hasProtoKey = false;

  constructor(private readonly bytes: Uint8Array) {}

  /** @param start behind the quote that opens a string. @returns where the one that closes it stands. */
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

  /** @param at where its backslash stands. @returns where what is behind it begins. */
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

  /** The UTF-16 unit that a `\u` escape stands for; NaN when none begins there. */
  #escapedUnit(at: number): number {
    return this.bytes[at] === backslash && this.bytes[at + 1] === lowerU ? this.#hexDigits(at + 2) : NaN;
  }

  /** The number that four hex digits stand for, or NaN. */
  #hexDigits(start: number): number {
    let number = 0;
    for (let at = start; at < start + 4; at += 1) number = number * 16 + hexDigit(this.bytes[at]);
    return number;
  }
}

/** As JSON understands it: blank, tab, line feed and carriage return. */
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
