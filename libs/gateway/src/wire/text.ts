import { hasAtMostCharacters, hasVisibleText } from '@svc/kernel';
import { z } from 'zod';
import { documentMostCharacters, withFacts } from './documented.js';

const atLeastOne = 'must hold at least 1 character';

/** Text with at least one character that can be seen. Spaces around it are trimmed. */
export const str1 = z
  .string()
  .trim()
  .min(1, atLeastOne)
  .refine((text) => text === '' || hasVisibleText(text), atLeastOne);

/** The same of at most so many characters, which its service checks. */
export function textUpTo(maxLength: number) {
  return withFacts(str1, { maxLength });
}

/** A name of a person or thing: one line. */
export const nameText = textUpTo(256);

/** An ISO 8601 duration, which its service checks. */
export const durationText = withFacts(str1, { format: 'duration' });

/** For `refine`: counts code points, as JSON Schema does. Zod's own `max` counts UTF-16 code units. */
export function charactersUpTo(most: number): [check: (text: string) => boolean, rule: string] {
  const check = documentMostCharacters((text: string) => hasAtMostCharacters(text, most), most);
  return [check, `must hold at most ${most} characters`];
}
