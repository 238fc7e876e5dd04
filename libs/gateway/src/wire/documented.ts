import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The document's schema of a request value that is read from text or can't describe itself. */
export const documented = z.registry<JsonSchema>();

const maxCharacters = new WeakMap<object, number>();

/** Records the bound of a check, so that documents can show it. */
export function documentMostCharacters<Check extends (text: string) => boolean>(
  check: Check,
  most: number,
): Check {
  maxCharacters.set(check, most);
  return check;
}

/** The bound that a check was created with. */
export function mostCharactersOf(check: object): number | undefined {
  return maxCharacters.get(check);
}
