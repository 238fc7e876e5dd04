import { isDeepStrictEqual } from 'node:util';

/** What is used here of a JSON schema. */
interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

/**
 * A value in the order of its schema, without what is null or a default, and without fields that the schema does not
 * have (an id, a time): so that a file and what the service answers can be compared.
 * @param document has the schemas that others refer to, in `$defs`
 */
export function normalForm(value: unknown, schema: object, document: SchemaDocument): unknown {
  return normal(value, schema, document);
}

export interface SchemaDocument {
  readonly $defs: Readonly<Record<string, object>>;
}

function normal(value: unknown, given: Schema, document: SchemaDocument): unknown {
  const schema = chosen(value, resolved(given, document), document);
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item) => normal(item, items, document));
  }
  if (!isObject(value) || schema.properties === undefined) return value;
  const { properties, required = [] } = schema;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const field = value[name];
      if (field === undefined || field === null) return [];
      const kept = normal(field, property, document);
      const isDefault = isDeepStrictEqual(kept, resolved(property, document).default);
      return isDefault && !required.includes(name) ? [] : [[name, kept]];
    }),
  );
}

/** Follows a reference; a default beside it stays. */
function resolved(schema: Schema, document: SchemaDocument): Schema {
  const { $ref, ...rest } = schema;
  if ($ref === undefined) return schema;
  const found: Schema = document.$defs[$ref.slice('#/$defs/'.length)] ?? {};
  return resolved({ ...found, ...rest }, document);
}

/** Of several schemas the one that is meant: by the constant that tells states apart, or by the type. */
function chosen(value: unknown, schema: Schema, document: SchemaDocument): Schema {
  const several = schema.oneOf ?? schema.anyOf;
  if (several === undefined) return schema;
  const fitting = several.map((one) => resolved(one, document)).find((one) => fits(value, one));
  return fitting === undefined ? {} : chosen(value, fitting, document);
}

function fits(value: unknown, { type, properties }: Schema): boolean {
  if (Array.isArray(value)) return type === 'array';
  if (!isObject(value)) return type === typeof value;
  return (
    type === 'object' &&
    Object.entries(properties ?? {}).every(
      ([name, property]) => property.const === undefined || property.const === value[name],
    )
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
