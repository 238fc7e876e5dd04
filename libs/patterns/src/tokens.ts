/** A piece of a pattern in the syntax of RE2. */
export type PatternToken = TokenKind & { readonly text: string };

/** The properties of a piece that its size depends on. */
type TokenKind =
  | { readonly kind: 'open'; readonly captures: boolean }
  | { readonly kind: 'close' | 'or' | 'flags' }
  /** Excludes what its group matches; RE2 itself has no look-ahead. */
  | { readonly kind: 'exclude' }
  /** Literal characters, one step each: a quantifier after them applies to the last one. */
  | { readonly kind: 'characters'; readonly count: number }
  /** `[…]` or a Unicode class. Its table is read once, however often it is repeated. */
  | { readonly kind: 'class'; readonly readingCost: number }
  | { readonly kind: 'repeat'; readonly min: number; readonly max: number };

/** A Unicode class holds hundreds of ranges, which are copied and sorted. */
const unicodeClassCost = 100;
/** RE2 walks a range in a case-insensitive class by character: so many cost as much as one instruction. */
const foldedCharactersPerCost = 64;
/** Characters above this are never folded, and RE2 does not walk them. */
const highestFoldedCharacter = 0x1e943;

const syntax = new RegExp(
  [
    String.raw`\\Q(?<quoted>.*?)(?:\\E|$)`,
    String.raw`(?<unicode>\\[pP](?:\{[^}]*\}|.))`,
    String.raw`(?<class>\[\^?\]?(?:\[:\^?\w+:\]|\\[pP]\{[^}]*\}|\\.|[^\]\\])*\])`,
    String.raw`(?<character>\\x\{[\da-fA-F]+\}|\\x[\da-fA-F]{2}|\\[0-7]{1,3}|\\.)`,
    String.raw`(?<exclude>\(\?!)`,
    String.raw`(?<flags>\(\?[imsU-]*\))`,
    String.raw`(?<named>\(\?P?<\w+>)`,
    String.raw`(?<group>\(\?[imsU-]*:)`,
    String.raw`(?<unknown>\(\?)`,
    String.raw`(?<open>\()`,
    String.raw`(?<close>\))`,
    String.raw`(?<or>\|)`,
    String.raw`(?<repeat>(?<sign>[*+?])\??|\{(?<min>0|[1-9]\d*)(?<comma>,(?<max>0|[1-9]\d*)?)?\}\??)`,
    '(?<other>.)',
  ].join('|'),
  'suy',
);

/**
 * Splits a pattern as RE2 would, without interpreting it.
 * @returns `undefined` for a kind of group that RE2 does not know
 */
export function tokensOf(pattern: string): readonly PatternToken[] | undefined {
  const foldsCase = /\(\?[a-zA-Z-]*i/.test(pattern);
  const tokens: PatternToken[] = [];
  for (let at = 0; at < pattern.length; at = syntax.lastIndex) {
    syntax.lastIndex = at;
    const kind = kindOf(syntax.exec(pattern)?.groups ?? {}, foldsCase);
    if (kind === undefined) return undefined;
    tokens.push({ ...kind, text: pattern.slice(at, syntax.lastIndex) });
  }
  return tokens;
}

function kindOf(found: Record<string, string | undefined>, foldsCase: boolean): TokenKind | undefined {
  if (found['quoted'] !== undefined) return { kind: 'characters', count: [...found['quoted']].length };
  if (found['unicode'] !== undefined) return { kind: 'class', readingCost: unicodeClassCost };
  if (found['class'] !== undefined)
    return { kind: 'class', readingCost: classReadingCost(found['class'], foldsCase) };
  if (found['exclude'] !== undefined) return { kind: 'exclude' };
  if (found['flags'] !== undefined) return { kind: 'flags' };
  if (found['group'] !== undefined) return { kind: 'open', captures: false };
  if (found['open'] !== undefined || found['named'] !== undefined) return { kind: 'open', captures: true };
  if (found['close'] !== undefined) return { kind: 'close' };
  if (found['or'] !== undefined) return { kind: 'or' };
  if (found['repeat'] !== undefined) return { kind: 'repeat', ...boundsOf(found) };
  if (found['character'] !== undefined || found['other'] !== undefined)
    return { kind: 'characters', count: 1 };
  return undefined;
}

function boundsOf({ sign, min, comma, max }: Record<string, string | undefined>): {
  min: number;
  max: number;
} {
  if (sign !== undefined) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
  const least = Number(min);
  if (comma === undefined) return { min: least, max: least };
  return { min: least, max: max === undefined ? Infinity : Number(max) };
}

function classReadingCost(text: string, foldsCase: boolean): number {
  const unicodeClasses = text.match(/\\[pP]/g)?.length ?? 0;
  const ranges = foldsCase ? (text.match(/-/g)?.length ?? 0) : 0;
  const perRange = Math.ceil(
    Math.min(highestCharacterOf(text), highestFoldedCharacter) / foldedCharactersPerCost,
  );
  return unicodeClasses * unicodeClassCost + ranges * perRange;
}

/** Octal and two-digit escapes reach 511. */
function highestCharacterOf(text: string): number {
  const literal = [...text].map((character) => character.codePointAt(0) ?? 0);
  const escaped = [...text.matchAll(/\\x\{([\da-fA-F]+)\}/g)].map(([, digits]) => parseInt(digits ?? '', 16));
  return Math.max(/\\[x\d]/.test(text) ? 511 : 0, ...literal, ...escaped);
}
