import type { z } from 'zod';

/**
 * What an answer shows: each key of its schema, and no other. A key without a value doesn't compile, nor does a value
 * that no key of the schema shows. A field of a message that is to be hidden is taken out of the message by name. Nothing
 * is checked when it runs: tests compare every answer with its schema.
 */
export function shown<Schema extends z.ZodObject, Value extends z.input<Schema>>(
  _schema: Schema,
  value: Value & Readonly<Record<Exclude<keyof Value, keyof z.input<Schema>>, never>>,
): z.input<Schema> {
  return value;
}
