/**
 * Compiles phrases, one a line, to one pattern over words between single spaces. `…` is up to six words, `~` any ending of a
 * word, `(a|b)` a choice, `(a |)` something optional. Null where there are none.
 */
export function phrases(lines: string): RegExp {
  const sources = plain(lines)
    .split('\n')
    .map((line) => line.trim().replace(/ …$/u, ''))
    .filter((line) => line !== '')
    .map((line) =>
      line
        .replaceAll('|) ', '|)')
        .replaceAll('(', '(?:')
        .replaceAll('… ', '(?:\\S+ ){0,6}')
        .replaceAll('~', '\\S*'),
    );
  return new RegExp(`(?<= )(?:${sources.join('|')})(?= )`, 'gu');
}

/** The words of a clause in one spelling, with a space before and behind each: for `phrases`. */
export function spelled(clause: string): string {
  const words = plain(clause)
    .replaceAll(/[^\p{L}\p{M}\p{N}']+/gu, ' ')
    .trim();
  return spellings.reduce((text, [from, to]) => text.replace(from, to), ` ${words} `);
}

/** Without accents, which people in a hurry leave out. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .normalize('NFC');
}

/** Shortened, forgotten apostrophes, and one form for each negation. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/ (can|don|won|isn|doesn|didn|couldn|wasn|aren|wouldn|hasn|haven)t(?= )/g, " $1't"],
  [/ (?:cannot|can not|could not|couldn't|unable to|not able to)(?= )/g, " can't"],
  [/ (?:(?:does|do|did) not|doesn't|didn't)(?= )/g, " don't"],
  [/(?: (?:is|are|was|were|am)|'s|'re|'m) not(?= )| (?:aren't|wasn't|weren't|ain't)(?= )/g, " isn't"],
  [/ will not(?= )/g, " won't"],
  [/ (?:has|have|had) not(?= )| (?:haven't|hadn't)(?= )/g, " hasn't"],
  [/ (?:gonna|gunna)(?= )/g, ' going to'],
  [/ wanna(?= )/g, ' want to'],
  [/ any more(?= )| any longer(?= )/g, ' anymore'],
];
