import { LRUCache } from 'lru-cache';
import { stem } from './stem.js';
import { clauseBreaks, framingStems, negators, stopWords } from './vocabulary.js';

export interface Token {
  readonly word: string;
  readonly stem: string;
  /** In the scope of a negation: `book` in "I do not want to book". */
  readonly isNegated: boolean;
}

/** Scope of a negation in words, counted from the negating word, unless its clause ends before. */
const negationReach = 6;

/**
 * Length of a text that is analysed, in UTF-16 code units. The patterns may take quadratic time, and must not delay other
 * conversations.
 */
const maxLooked = 2_000;

/** The beginning of a text, where people say what they want. */
export function looked(text: string): string {
  return text.slice(0, maxLooked);
}

/** The end of a text, where people come to the point. */
export function lookedAtEnd(text: string): string {
  return text.slice(-maxLooked);
}

/** One spelling for comparison: unifies compatibility forms, letter case and apostrophes. */
export function normalized(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/[‘’ʼ]/g, "'").trim();
}

const answersWithNo = /^(i|we|it|that|this|you|please|let|there)$/;

/** Texts of graphs and running conversations recur in every turn. */
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
    // "No I would like …" answers with no, and does not negate what follows.
    const isAnswer = word === 'no' && place === 0 && answersWithNo.test(words[1] ?? '');
    if ((negators.has(word) || word.endsWith("n't")) && !isAnswer) reach = negationReach;
    return { word, stem: stem(word), isNegated };
  });
}

/** Only the words with content. */
export function contentTokens(text: string): readonly Token[] {
  return tokens(text).filter((token) => isContent(token));
}

function isContent({ word, stem: key }: Token): boolean {
  return !stopWords.has(word) && !framingStems.has(key) && !negators.has(word) && !word.endsWith("n't");
}
