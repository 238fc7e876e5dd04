import type { z } from 'zod';

/**
 * The body of a response: exactly the keys of its schema. A missing value does not compile, nor does a value without a
 * key. To hide a field of a proto, take it out by name. Nothing is checked at run time: tests compare every response
 * with its schema.
 */
export function shown<Schema extends z.ZodObject, Value extends z.input<Schema>>(
  _schema: Schema,
  value: Value & Readonly<Record<Exclude<keyof Value, keyof z.input<Schema>>, never>>,
): z.input<Schema> {
  return value;
}
