/** A range of a message. */
export interface LocatedSpan {
  readonly text: string;
  /** UTF-16 code units before it in the message. */
  readonly offset: number;
}

/**
 * Finds the range of the message that a quotation copies; null if there is none. Letters, case and order must be the
 * same. Differences from copying do not count: runs of white space, shapes of quotation marks and dashes, and whether
 * an accented letter is one code point or two. The message is normalized once for all.
 */
export function spanLocator(message: string): (quotation: string) => LocatedSpan | null {
  let copied: Copied | null = null;
  return (quotation) => {
    const wanted = quotation.trim();
    if (wanted === '') return null;
    const offset = message.indexOf(wanted);
    if (offset >= 0 && !/^\p{M}/u.test(message.slice(offset + wanted.length)))
      return { text: wanted, offset };
    copied ??= copyOf(message);
    return located(message, copied, copyOf(wanted).text);
  };
}

/** A text without the differences that copying makes. */
interface Copied {
  readonly text: string;
  /** For each code unit of `text`: start of its character in the original. */
  readonly begins: readonly number[];
  readonly ends: readonly number[];
}

const characters = /\s+|\P{M}\p{M}*|\p{M}+/gu;

function copyOf(original: string): Copied {
  const parts: string[] = [];
  const begins: number[] = [];
  const ends: number[] = [];
  for (const { 0: character, index } of original.matchAll(characters)) {
    const part = plain(character);
    parts.push(part);
    for (let unit = 0; unit < part.length; unit += 1) {
      begins.push(index);
      ends.push(index + character.length);
    }
  }
  return { text: parts.join(''), begins, ends };
}

function plain(character: string): string {
  if (/^\s/.test(character)) return ' ';
  return character
    .normalize('NFD')
    .replace(/[‘’ʼ]/, "'")
    .replace(/[“”„]/, '"')
    .replace(/[‐‑–—]/, '-');
}

function located(message: string, { text, begins, ends }: Copied, wanted: string): LocatedSpan | null {
  for (let found = text.indexOf(wanted); found >= 0; found = text.indexOf(wanted, found + 1)) {
    const last = found + wanted.length - 1;
    const begin = begins[found] ?? 0;
    const end = ends[last] ?? message.length;
    // A letter without its combining accent is another letter.
    const isWhole = begins[found - 1] !== begin && ends[last + 1] !== end;
    if (isWhole) return { text: message.slice(begin, end), offset: begin };
  }
  return null;
}
