import { isStorableText } from '@svc/kernel';
import { userNotFound } from '../domain/user/user.js';

/** A user id is any text; an odd one is unknown, not malformed. */
export function userIdOf(text: string): string {
  if (!isStorableText(text)) throw userNotFound();
  return text;
}
