import { looked } from '../words/tokens.js';

/** What follows such a mark is enough for the condition. */
const divider = /\s*(?:,\s*)?\b(?:or|such as|for example|for instance|including)\b\s*|\s*,\s*/i;

/**
 * The alternatives of a condition, each of them enough: "an emergency such as pain or a broken tooth". Empty for a condition
 * without alternatives.
 */
export function alternativesOf(whole: string): readonly string[] {
  const condition = looked(whole);
  if (!/\b(?:or|such as|for example|for instance|including)\b/i.test(condition)) return [];
  const [first = '', ...others] = condition.split(divider).filter((part) => part.trim() !== '');
  // In "questions about the price or the date", the first alternative follows its preposition.
  const firstThing = /^.*\b(?:of|about|with|for|on|like)\s+(\S.*)$/i.exec(first)?.[1];
  return [first, ...(firstThing === undefined ? [] : [firstThing]), ...others];
}
