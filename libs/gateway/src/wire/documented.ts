import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** What documents say of a value in a request whose schema reads it from text, or otherwise can't be told by itself. */
export const documented = z.registry<JsonSchema>();

const maxCharacters = new WeakMap<object, number>();

/** Remembers what a check asks for, so that documents can say it. */
export function documentMostCharacters<Check extends (text: string) => boolean>(
  check: Check,
  most: number,
): Check {
  maxCharacters.set(check, most);
  return check;
}

/** The bound that a check of a schema was made with. */
export function mostCharactersOf(check: object): number | undefined {
  return maxCharacters.get(check);
}
