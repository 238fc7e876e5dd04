import { comparable } from '../text/comparable.js';
import { terms } from '../text/terms.js';
import type { Dimension } from './dimension.js';
import type { SourceMemory } from './source-memory.js';

/** Words that show that a dimension is about an attribute. */
const related: ReadonlyMap<string, string> = new Map([
  ['name', 'name identity called'],
  ['home', 'home address location residence city live living'],
  ['family', 'family relationship relative partner child'],
  ['allergy', 'allergy allergic intolerance health medical'],
  ['medicine', 'medicine medication drug treatment health medical'],
  ['preference', 'preference prefer like dislike favourite favorite taste hobby interest'],
  ['plan', 'plan goal intention future aim'],
]);

/**
 * The dimensions of a memory: those whose words name its attribute. For an attribute that we don't know, those that
 * share a word with the memory. May be none; the memory is kept all the same.
 */
export function dimensionsOf(
  { fact, content }: Pick<SourceMemory, 'fact' | 'content'>,
  dimensions: readonly Dimension[],
): readonly Dimension[] {
  const words = terms(
    fact === null
      ? content
      : (related.get(comparable(fact.attribute)) ?? `${fact.attribute} ${fact.item ?? ''} ${content}`),
  );
  return dimensions.filter(({ description, tags }) =>
    [...terms([description, ...tags].join(' '))].some((word) => words.has(word)),
  );
}
