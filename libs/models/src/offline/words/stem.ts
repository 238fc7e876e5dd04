import { LRUCache } from 'lru-cache';

/** Forms that no suffix rule unifies, and a few common synonyms around appointments. */
const irregular = `
  anything: something; book: reservation reserve; break: broke broken; buy: bought purchase; child: children kid
  kids; choose: chose chosen; cost: fee fees price prices; date: day days; find: found; give: gave given; go: gone
  went; know: knew known; leave: left; lose: lost; make: made; pain: hurts hurt; pay: paid; say: said; sell: sold;
  send: sent; speak: spoke spoken; tell: told; think: thought; tooth: teeth; understand: understood
`;

/** Words like `constructor` are keys of every object, but not of a map. */
const irregularForms = new Map(
  irregular.split(';').flatMap((line) => {
    const [base = '', forms = ''] = line.split(':');
    return forms
      .trim()
      .split(/\s+/)
      .map((form) => [form, base.trim()] as const);
  }),
);

/** Applied in order, at most one each round. The remaining stem must have three letters or more and a vowel. */
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

/** Conversations repeat few words. */
const known = new LRUCache<string, string>({ max: 10_000 });

/**
 * A light English stemmer: maps most forms of a word to one key (`booked`, `booking`, `bookings` → `book`). The key is only for
 * comparison and need not be a word. Words of other languages stay nearly unchanged.
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
