import type { NameRule } from './definition-kind.js';

/** A name of 2 characters or more that graphs can use as part of a tool's id. */
export function slugRule(field: string, maxCharacters: number): NameRule {
  return {
    field,
    pattern: [
      new RegExp(`^[a-z0-9][a-z0-9_-]{0,${maxCharacters - 2}}[a-z0-9]$`),
      `must hold 2 to ${maxCharacters} lower-case letters, digits, hyphens and underscores, with a letter or digit at either end`,
    ],
  };
}
