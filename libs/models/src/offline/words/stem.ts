import { LRUCache } from 'lru-cache';

/** Forms that no suffix rule brings together, and a few words that mean the same wherever people make arrangements. */
const irregular: Readonly<Record<string, string>> = {
  broke: 'break',
  broken: 'break',
  bought: 'buy',
  children: 'child',
  chose: 'choose',
  chosen: 'choose',
  day: 'date',
  days: 'date',
  fee: 'cost',
  fees: 'cost',
  found: 'find',
  gave: 'give',
  given: 'give',
  gone: 'go',
  hurts: 'pain',
  hurt: 'pain',
  kid: 'child',
  kids: 'child',
  knew: 'know',
  known: 'know',
  left: 'leave',
  lost: 'lose',
  made: 'make',
  paid: 'pay',
  price: 'cost',
  prices: 'cost',
  purchase: 'buy',
  reservation: 'book',
  reserve: 'book',
  said: 'say',
  sent: 'send',
  sold: 'sell',
  something: 'anything',
  spoke: 'speak',
  spoken: 'speak',
  thought: 'think',
  teeth: 'tooth',
  told: 'tell',
  understood: 'understand',
  went: 'go',
};

/** Words like `constructor` are keys of every object, but of no map. */
const irregularForms = new Map(Object.entries(irregular));

/** Applied in order, at most one each round; the stem that stays must have three letters or more and a vowel. */
const suffixes: readonly (readonly [suffix: RegExp, replacement: string])[] = [
  [/'s?$/, ''],
  [/ies$/, 'y'],
  [/(ss|x|ch|sh|z)es$/, '$1'],
  [/([^sui])s$/, '$1'],
  [/ations?$/, ''],
  [/tions?$/, 't'],
  [/ments?$/, ''],
  [/ing$/, ''],
  [/ed$/, ''],
  [/ly$/, ''],
];

/** People use few words, again and again. */
const known = new LRUCache<string, string>({ max: 10_000 });

/**
 * A light English stemmer: brings most forms of a word to one key (`booked`, `booking`, `bookings` → `book`).
 * The key is for comparing only and need not be a word. Words of other languages come through nearly unchanged.
 */
export function stem(word: string): string {
  const before = known.get(word);
  if (before !== undefined) return before;
  const key = shortened(word);
  known.set(word, key);
  return key;
}

function shortened(word: string): string {
  let key = irregularForms.get(word) ?? word;
  for (const [suffix, replacement] of suffixes) {
    const shorter = key.replace(suffix, replacement);
    if (shorter.length >= 3 && /[aeiouy]/.test(shorter)) key = shorter;
  }
  if (key.length > 3) key = key.replace(/([bdfgklmnprtvz])\1$/, '$1').replace(/e$/, '');
  return key.replace(/y$/, 'i');
}
