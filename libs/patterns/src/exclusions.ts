import type { PatternToken } from './tokens.js';

/** `^(?!a)(?!b)rest`: a text matches if `rest` matches at its start and no exclusion does. */
export interface Exclusions {
  readonly excluded: readonly (readonly PatternToken[])[];
  readonly rest: readonly PatternToken[];
}

/**
 * Takes the look-aheads off the beginning of a pattern. RE2 has none, since elsewhere they would cost its linear time.
 * At the beginning they are separate matches at one place, and RE2 can do each.
 * @returns `undefined` if there are none, or if they don't apply to the whole pattern (`^(?!a)b|c`)
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

/** @returns the index of the bracket that closes the group opened at `from`, or undefined */
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
