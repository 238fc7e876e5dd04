import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** How the document shows a value that is read from text or can't describe itself: as JSON Schema, or like another schema. */
export const documented = z.registry<JsonSchema | { readonly like: z.ZodType }>();

/**
 * Gives a schema its name in the documents, where each is a component, and so in generated clients. Within a document a name has
 * one meaning. Zod's own registry holds it, so schemas of other packages bring theirs along (`.meta({ id })`).
 */
export function named<Schema extends z.ZodType>(id: string, schema: Schema): Schema {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  return schema;
}

/** The name of a schema in the documents, if it has one. */
export function componentNameOf(schema: z.core.$ZodType): string | undefined {
  return z.globalRegistry.get(schema)?.id;
}

/** What the document says of a value beyond its schema. */
export const documentedFacts = z.registry<JsonSchema>();

/** Shows in the document what a service checks of a value, so that its bounds are true: the edge itself does not check it. */
export function withFacts<Schema extends z.ZodType>(schema: Schema, facts: JsonSchema): Schema {
  const own = schema.clone();
  documentedFacts.add(own, facts);
  return own;
}

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
