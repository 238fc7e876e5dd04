import { characterCount, hasAtMostCharacters, isStorableText } from '@svc/kernel';
import { validationError, type FieldError } from './domain-error.js';

type Location = readonly (string | number)[];

/**
 * Collects all invalid fields of one command, so that one response names them all. Locations use the names of the HTTP body,
 * outermost first: `['body', 'states', 0, 'name']`.
 */
export class FieldChecks {
  readonly #broken: FieldError[] = [];

  /** Requires a character that is not blank; `maxLength` counts code points. */
  text(loc: Location, value: string, maxLength = Infinity): this {
    if (!isStorableText(value)) return this.storable(loc, value);
    if (value.trim() === '') return this.refuse(loc, 'must hold at least 1 character', 'string_too_short');
    return this.atMostCharacters(loc, value, maxLength);
  }

  /** Like `text`, on one line: no control characters or line separators, which lists and prompts would show. */
  name(loc: Location, value: string, maxLength: number): this {
    if (!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) return this.text(loc, value, maxLength);
    return this.refuse(
      loc,
      'must not hold line breaks or other control characters',
      'string_pattern_mismatch',
    );
  }

  /** Counts code points. */
  atMostCharacters(loc: Location, value: string, maximum: number): this {
    if (hasAtMostCharacters(value, maximum)) return this;
    return this.refuse(loc, `must hold at most ${maximum} characters`, 'string_too_long');
  }

  /** Counts the code points of all values together. */
  atMostCharactersTogether(loc: Location, values: readonly string[], maximum: number): this {
    const characters = values.reduce((sum, value) => sum + characterCount(value), 0);
    if (characters <= maximum) return this;
    return this.refuse(loc, `must hold at most ${maximum} characters together`, 'too_large');
  }

  /** Any text that the database can store, including the empty one. */
  storable(loc: Location, value: string): this {
    if (isStorableText(value)) return this;
    return this.refuse(loc, 'must not hold U+0000 or lone surrogates', 'string_unstorable');
  }

  texts(loc: Location, values: readonly string[], maxLength = Infinity): this {
    values.forEach((value, index) => this.text([...loc, index], value, maxLength));
    return this;
  }

  /** @param rule the pattern in words, for the client: `must be …`. */
  pattern(loc: Location, value: string, pattern: RegExp, rule: string): this {
    if (pattern.test(value)) return this;
    return this.refuse(loc, rule, 'string_pattern_mismatch');
  }

  atMost(loc: Location, items: { readonly length: number }, maximum: number): this {
    if (items.length <= maximum) return this;
    return this.refuse(loc, `must hold at most ${maximum} items`, 'too_long');
  }

  /** @param sizeBytes size of the whole value as JSON: `jsonBytes` of it. */
  atMostBytes(loc: Location, sizeBytes: number, maximum: number): this {
    if (sizeBytes <= maximum) return this;
    return this.refuse(loc, `may take at most ${maximum} bytes, this takes ${sizeBytes}`, 'too_large');
  }

  unique(loc: Location, keys: readonly string[]): this {
    if (new Set(keys).size === keys.length) return this;
    return this.refuse(loc, 'must not name the same key twice', 'duplicate_key');
  }

  refuse(loc: Location, msg: string, type: string): this {
    this.#broken.push({ loc, msg, type });
    return this;
  }

  /** @throws DomainError `validation_failed` when a check failed. */
  verify(): void {
    if (this.#broken.length > 0) throw validationError(this.#broken);
  }
}

/** Size of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
