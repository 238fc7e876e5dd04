import { FieldChecks } from '@svc/errors';
import { characterCount } from '@svc/kernel';
import { limits } from '../limits.js';

/** How much context a user has; the entries themselves decide nothing. */
export interface AdditionalContextSize {
  readonly entries: number;
  /** Code points of all entries together. */
  readonly characters: number;
}

export const noAdditionalContext: AdditionalContextSize = { entries: 0, characters: 0 };

export function addedTo(known: AdditionalContextSize, entries: readonly string[]): AdditionalContextSize {
  const characters = entries.reduce((sum, entry) => sum + characterCount(entry), known.characters);
  return { entries: known.entries + entries.length, characters };
}

/** @throws DomainError `validation_failed` when the user would have more than one response can hold. */
export function checkAddition(known: AdditionalContextSize, entries: readonly string[]): void {
  const { entries: maxEntries, characters: maxCharacters } = limits.additionalContext;
  const after = addedTo(known, entries);
  if (after.entries <= maxEntries && after.characters <= maxCharacters) return;
  const rule =
    `must keep what is known of the user within ${maxEntries} entries and ${maxCharacters} characters; ` +
    `it holds ${known.entries} and ${known.characters} already`;
  new FieldChecks().refuse(['body', 'additional_context'], rule, 'too_long').verify();
}
