import type { PatternToken } from './tokens.js';

/** A group that is being read. */
interface OpenGroup {
  readonly captures: boolean;
  /** Instructions of the alternatives read so far, including the choice between them. */
  alternatives: number;
  /** Instructions of the present alternative before `last`. */
  before: number;
  /** Instructions that a quantifier would repeat; undefined if there is nothing to repeat. */
  last: number | undefined;
}

/** The two last instructions of a program: match and fail. */
const frame = 2;

/**
 * An upper bound of the size of RE2's program, found without compiling. It counts the instructions with counted
 * repetitions written out (`(a{9}){9}` holds 81 of `a`), and the cost of reading classes in the same unit. Compile time
 * is proportional to it, match time to its product with the length of the text.
 * @returns `undefined` for what RE2 rejects: unbalanced groups, a quantifier after nothing, look-ahead
 */
export function patternCost(tokens: readonly PatternToken[]): number | undefined {
  const outer = opened(false);
  const groups = [outer];
  let cost = frame;
  for (const token of tokens) {
    const group = groups.at(-1) ?? outer;
    switch (token.kind) {
      case 'characters':
        if (token.count > 0) append(group, token.count - 1, 1);
        break;
      case 'class':
        append(group, 0, 1);
        cost += token.readingCost;
        break;
      case 'or':
        group.alternatives += present(group) + 1;
        group.before = 0;
        group.last = undefined;
        break;
      case 'repeat':
        if (group.last === undefined) return undefined;
        group.last = repeated(group.last, token);
        break;
      case 'open':
        groups.push(opened(token.captures));
        break;
      case 'close': {
        groups.pop();
        const parent = groups.at(-1);
        if (parent === undefined) return undefined;
        append(parent, 0, sizeOf(group));
        break;
      }
      case 'flags':
        break;
      case 'exclude':
        return undefined;
    }
  }
  return groups.length === 1 ? cost + sizeOf(outer) : undefined;
}

const opened = (captures: boolean): OpenGroup => ({ captures, alternatives: 0, before: 0, last: undefined });

/** The empty pattern is one instruction, too. */
const present = ({ before, last }: OpenGroup) => Math.max(1, before + (last ?? 0));

const sizeOf = (group: OpenGroup) => group.alternatives + present(group) + (group.captures ? 2 : 0);

function append(group: OpenGroup, before: number, last: number): void {
  group.before += (group.last ?? 0) + before;
  group.last = last;
}

/** One choice for each optional repetition; two for an unbounded one that may be empty. */
function repeated(size: number, { min, max }: { min: number; max: number }): number {
  if (max === Infinity) return Math.max(1, min) * size + 2;
  return Math.max(1, max * size + max - min);
}
