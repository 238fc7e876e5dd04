import type { PatternToken } from './tokens.js';

/** `^(?!a)(?!b)rest`: a text matches when its beginning matches `rest` and none of the excluded. */
export interface Exclusions {
  readonly excluded: readonly (readonly PatternToken[])[];
  readonly rest: readonly PatternToken[];
}

/**
 * Takes the look-aheads off the beginning of a pattern. RE2 has none, since elsewhere they would cost its linear time;
 * there they ask two questions about the same place, each of which it can answer.
 * @returns `undefined` when there are none, or when they don't hold for the whole pattern (`^(?!a)b|c`)
 */
export function exclusionsOf(tokens: readonly PatternToken[]): Exclusions | undefined {
  const excluded: (readonly PatternToken[])[] = [];
  let from = 1;
  while (tokens[0]?.text === '^' && tokens[from]?.kind === 'exclude') {
    const end = endOfGroup(tokens, from);
    if (end === undefined) return undefined;
    excluded.push(tokens.slice(from + 1, end));
    from = end + 1;
  }
  const rest = tokens.slice(from);
  return excluded.length > 0 && !hasAlternatives(rest) ? { excluded, rest } : undefined;
}

/** @returns the index of what closes the group opened at `from`; undefined when nothing does */
function endOfGroup(tokens: readonly PatternToken[], from: number): number | undefined {
  let depth = 0;
  for (let index = from; index < tokens.length; index++) {
    depth += depthChange(tokens[index]);
    if (depth === 0) return index;
  }
  return undefined;
}

function hasAlternatives(tokens: readonly PatternToken[]): boolean {
  let depth = 0;
  return tokens.some((token) => {
    depth += depthChange(token);
    return depth === 0 && token.kind === 'or';
  });
}

function depthChange(token: PatternToken | undefined): number {
  if (token?.kind === 'open' || token?.kind === 'exclude') return 1;
  return token?.kind === 'close' ? -1 : 0;
}
