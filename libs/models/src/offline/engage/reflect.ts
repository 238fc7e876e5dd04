import { capitalized } from './sentences.js';

const mirrored: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b(?:i'm|i am|we're|we are)\b/gi, 'you are'],
  [/\bi was\b/gi, 'you were'],
  [/\b(?:i'd|we'd)\b/gi, "you'd"],
  [/\b(?:i've|we've)\b/gi, "you've"],
  [/\b(?:i'll|we'll)\b/gi, "you'll"],
  [/\b(?:i|we)\b/gi, 'you'],
  [/\b(?:me|us)\b/gi, 'you'],
  [/\b(?:my|our)\b/gi, 'your'],
  [/\b(?:mine|ours)\b/gi, 'yours'],
  [/\b(?:myself|ourselves)\b/gi, 'yourself'],
];

/**
 * What somebody said of themselves, said to them: "I'd like a table" → "You'd like a table". Null when it isn't a
 * statement about themselves, or speaks to the agent as well: then it can only be quoted.
 */
export function reflected(said: string): string | null {
  if (!/^(?:i|i'm|i'd|i've|i'll|we|we're|we'd|we've|we'll|my|our)\b/i.test(said)) return null;
  if (/\b(?:you|your|yours)\b|[?!"“”]/i.test(said)) return null;
  return capitalized(
    mirrored.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), said),
  );
}
