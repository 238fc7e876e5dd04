import { terms } from '../text/terms.js';
import { alikeAmong } from './trigrams.js';

/** Most terms of a query that are looked for: the first ones. Bounds the work. */
const maxTerms = 64;

/**
 * How well each text answers the query by the words that they share, from 0 to 1. Words that few texts have count more;
 * one such word gives a half, and each further one brings it nearer to 1, however long the query is.
 */
export function lexicalRelevance(query: string, texts: readonly string[]): readonly number[] {
  const wanted = [...terms(query)].slice(0, maxTerms);
  const found = texts.map((text) => terms(text));
  const alikeTo = alikeAmong(new Set(found.flatMap((words) => [...words])));
  const sums = texts.map(() => 0);
  for (const term of wanted) {
    const alike = alikeTo(term);
    if (alike.size === 0) continue;
    const degrees = found.map((words) => strongest(words, alike));
    const matches = degrees.filter((degree) => degree > 0).length;
    const rarity = Math.log(1 + texts.length / matches) / Math.log(1 + texts.length);
    for (const [index, degree] of degrees.entries()) sums[index] = (sums[index] ?? 0) + degree * rarity;
  }
  return sums.map((sum) => sum / (1 + sum));
}

function strongest(words: ReadonlySet<string>, alike: ReadonlyMap<string, number>): number {
  let degree = 0;
  for (const word of words) degree = Math.max(degree, alike.get(word) ?? 0);
  return degree;
}
