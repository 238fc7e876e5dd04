import { looked } from '../words/tokens.js';

/** Marks that what follows would be enough by itself. */
const divider = /\s*(?:,\s*)?\b(?:or|such as|for example|for instance|including)\b\s*|\s*,\s*/i;

/**
 * The parts of a condition of which one is enough: "an emergency such as pain or a broken tooth". A condition without
 * such parts has none.
 */
export function alternativesOf(whole: string): readonly string[] {
  const condition = looked(whole);
  if (!/\b(?:or|such as|for example|for instance|including)\b/i.test(condition)) return [];
  const [first = '', ...others] = condition.split(divider).filter((part) => part.trim() !== '');
  // In "questions about the price or the date", the first thing of the list stands behind its preposition.
  const firstThing = /^.*\b(?:of|about|with|for|on|like)\s+(\S.*)$/i.exec(first)?.[1];
  return [first, ...(firstThing === undefined ? [] : [firstThing]), ...others];
}
