import { hasAtMostCharacters } from '@svc/kernel';
import { z } from 'zod';
import { documentMostCharacters } from './documented.js';

/** Text with at least one character that is not a space. Spaces around it are trimmed. */
export const str1 = z.string().trim().min(1, 'must hold at least 1 character');

/** For `refine`: counts code points, as JSON Schema does. Zod's own `max` counts UTF-16 code units. */
export function charactersUpTo(most: number): [check: (text: string) => boolean, rule: string] {
  const check = documentMostCharacters((text: string) => hasAtMostCharacters(text, most), most);
  return [check, `must hold at most ${most} characters`];
}
