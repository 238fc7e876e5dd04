import { LRUCache } from 'lru-cache';
import { stem } from './stem.js';
import { clauseBreaks, framingStems, negators, stopWords } from './vocabulary.js';

export interface Token {
  readonly word: string;
  readonly stem: string;
  /** Within the reach of a negation: `book` in "I do not want to book". */
  readonly isNegated: boolean;
}

/** How many words a negation reaches, counted from the negating word, unless its clause ends before. */
const negationReach = 6;

/**
 * As much of a text as is looked at, in UTF-16 code units: the rules are patterns whose work may grow with the square
 * of the length, and must not hold up other conversations.
 */
const maxLooked = 2_000;

/** The beginning of a text, where people say what they want. */
export function looked(text: string): string {
  return text.slice(0, maxLooked);
}

/** One spelling for comparing: compatibility forms, letter case and kinds of apostrophes are evened out. */
export function normalized(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/[‘’ʼ]/g, "'").trim();
}

const answersWithNo = /^(i|we|it|that|this|you|please|let|there)$/;

/** The texts of graphs and of running conversations come back with every turn. */
const known = new LRUCache<string, readonly Token[]>({ max: 2_000 });

/** The words of a text, each with its stem and whether it is negated. */
export function tokens(text: string): readonly Token[] {
  const seen = looked(text);
  const before = known.get(seen);
  if (before !== undefined) return before;
  const found = normalized(seen)
    .split(/[.,;:!?\n()[\]"“”]+/)
    .flatMap(clauseTokens);
  known.set(seen, found);
  return found;
}

function clauseTokens(clause: string): readonly Token[] {
  const words = clause.match(/[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu) ?? [];
  let reach = 0;
  return words.map((word, place) => {
    const isNegated = reach > 0;
    reach = Math.max(0, reach - 1);
    if (clauseBreaks.has(word)) reach = 0;
    // "No I would like …" answers with no; it doesn't negate what follows.
    const isAnswer = word === 'no' && place === 0 && answersWithNo.test(words[1] ?? '');
    if ((negators.has(word) || word.endsWith("n't")) && !isAnswer) reach = negationReach;
    return { word, stem: stem(word), isNegated };
  });
}

/** Only the words that say what a text is about. */
export function contentTokens(text: string): readonly Token[] {
  return tokens(text).filter((token) => isContent(token));
}

function isContent({ word, stem: key }: Token): boolean {
  return !stopWords.has(word) && !framingStems.has(key) && !negators.has(word) && !word.endsWith("n't");
}
