import { z } from 'zod';

/** A key that may be missing or null, which mean the same: null. */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().default(null as z.core.util.NoUndefined<z.output<z.ZodNullable<Schema>>>);
}

type Given<Schema> = Schema extends z.ZodDefault<infer Inner> ? Given<Inner> : Schema;
type Changeable<Schema> = z.ZodOptional<z.ZodNullable<Given<Schema> & z.ZodType>>;

/** A key of an update: missing and null both leave what is there. */
export type UpdateShape<Shape extends z.ZodRawShape> = {
  readonly [Key in keyof Shape]: Changeable<Shape[Key]>;
};

/** The schema of an update: each key may be missing or null, and a default is none. */
export function updateOf<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const shape = Object.fromEntries(
    Object.entries(schema.shape).map(([key, value]) => [
      key,
      withoutDefault(value as z.ZodType)
        .nullable()
        .optional(),
    ]),
  );
  return z.object(shape as unknown as UpdateShape<Shape>);
}

/** A key of a patch: missing leaves what is there, and null is taken only where it is a value. */
export type PatchShape<Shape extends z.ZodRawShape> = {
  readonly [Key in keyof Shape]: z.ZodOptional<Given<Shape[Key]> & z.ZodType>;
};

/** The schema of a patch, which changes something. */
export function patchOf<Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) {
  const shape = Object.fromEntries(
    Object.entries(schema.shape).map(([key, value]) => [key, withoutDefault(value as z.ZodType).optional()]),
  );
  return z
    .object(shape as unknown as PatchShape<Shape>)
    .refine((patch) => Object.keys(patch).length > 0, 'must change something')
    .meta({ minProperties: 1 });
}

function withoutDefault(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodDefault ? withoutDefault(schema.unwrap() as z.ZodType) : schema;
}
