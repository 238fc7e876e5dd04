/** Words with less similarity are different words. `allergic` and `allergy` are above it, `cat` and `car` below. */
const minLikeness = 0.45;

/**
 * Finds words by spelling. The similarity of two words, from 0 to 1, is the share of three-letter pieces that they have
 * in common, as in pg_trgm.
 * @returns the words similar to a given one, each with its similarity
 */
export function alikeAmong(words: ReadonlySet<string>): (wanted: string) => ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  const holding = new Map<string, string[]>();
  for (const word of words) {
    const pieces = trigrams(word);
    sizes.set(word, pieces.size);
    for (const piece of pieces) {
      const holders = holding.get(piece);
      if (holders === undefined) holding.set(piece, [word]);
      else holders.push(word);
    }
  }
  return (wanted) => {
    const pieces = trigrams(wanted);
    const shared = new Map<string, number>();
    for (const piece of pieces) {
      for (const word of holding.get(piece) ?? []) shared.set(word, (shared.get(word) ?? 0) + 1);
    }
    const alike = [...shared].map(([word, count]) => {
      return [word, count / (pieces.size + (sizes.get(word) ?? 0) - count)] as const;
    });
    return new Map(alike.filter(([, likeness]) => likeness >= minLikeness));
  };
}

/** Two spaces before the word and one after it, so that its beginning weighs more than its end. */
function trigrams(word: string): ReadonlySet<string> {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)));
}
