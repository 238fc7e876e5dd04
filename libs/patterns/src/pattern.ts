import { RE2JS } from 're2js';
import { patternCost } from './cost.js';
import { exclusionsOf } from './exclusions.js';
import { tokensOf, type PatternToken } from './tokens.js';

/**
 * The costliest pattern that is compiled. A pattern of 256 characters without counts stays below it, unless it repeats
 * Unicode classes. Up to 500 instructions RE2JS tracks its states in a bit set; above, it is a hundred times slower.
 */
export const highestCost = 500;

/** Searches a text for a pattern. The pattern has its own anchors. */
export type Pattern = (text: string) => boolean;

export type PatternRefusal = 'not_a_pattern' | 'too_large';

/**
 * Compiles a pattern from an untrusted caller. RE2 never takes exponential time, but its time is also linear in the
 * size of the program. A few characters can make twenty thousand instructions (`(?:.?){1000}` repeated). So the cost is
 * bounded before compiling. As an extension of RE2, `^(?!…)` at the beginning of the pattern excludes what it matches
 * there.
 */
export function compilePattern(pattern: string): Pattern | PatternRefusal {
  const tokens = tokensOf(pattern);
  if (tokens === undefined) return 'not_a_pattern';
  const exclusions = exclusionsOf(tokens);
  const parts = exclusions ? [exclusions.rest, ...exclusions.excluded] : [tokens];
  let cost = 0;
  for (const part of parts) cost += patternCost(part) ?? NaN;
  if (Number.isNaN(cost)) return 'not_a_pattern';
  if (cost > highestCost) return 'too_large';
  try {
    if (!exclusions) return searchFor(pattern);
    const wanted = searchFor(atBeginning(exclusions.rest));
    const unwanted = exclusions.excluded.map((excluded) => searchFor(atBeginning(excluded)));
    return (text) => wanted(text) && !unwanted.some((excludes) => excludes(text));
  } catch {
    return 'not_a_pattern';
  }
}

const atBeginning = (tokens: readonly PatternToken[]) => `^(?:${tokens.map(({ text }) => text).join('')})`;

function searchFor(expression: string): Pattern {
  const compiled = RE2JS.compile(expression);
  return (text) => compiled.matcher(text).find();
}
