import { terms } from '../text/terms.js';
import { alikeAmong } from './trigrams.js';

/** Maximum of query terms that are searched: the first ones. It bounds the work. */
const maxTerms = 64;

/**
 * How well each text matches the query by common words, from 0 to 1. Rare words count more. One rare word gives a half,
 * and each further one gets closer to 1, however long the query is.
 */
export function lexicalRelevance(query: string, texts: readonly string[]): readonly number[] {
  const holders = holdersOf(texts);
  const alikeTo = alikeAmong(new Set(holders.keys()));
  const sums = texts.map(() => 0);
  for (const term of [...terms(query)].slice(0, maxTerms)) {
    const degrees = degreesOf(alikeTo(term), holders);
    const rarity = Math.log(1 + texts.length / degrees.size) / Math.log(1 + texts.length);
    for (const [index, degree] of degrees) sums[index] = (sums[index] ?? 0) + degree * rarity;
  }
  return sums.map((sum) => sum / (1 + sum));
}

/** For each word, the indices of the texts that have it. */
function holdersOf(texts: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const holders = new Map<string, number[]>();
  for (const [index, text] of texts.entries()) {
    for (const word of terms(text)) {
      const places = holders.get(word);
      if (places === undefined) holders.set(word, [index]);
      else places.push(index);
    }
  }
  return holders;
}

/** Index of each text with a similar word, and the highest similarity in it. */
function degreesOf(
  alike: ReadonlyMap<string, number>,
  holders: ReadonlyMap<string, readonly number[]>,
): ReadonlyMap<number, number> {
  const degrees = new Map<number, number>();
  for (const [word, degree] of alike) {
    for (const index of holders.get(word) ?? [])
      degrees.set(index, Math.max(degree, degrees.get(index) ?? 0));
  }
  return degrees;
}
