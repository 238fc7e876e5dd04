import { z } from 'zod';
import { documented, documentedFacts, mostCharactersOf } from '../wire/documented.js';
import type { JsonSchema } from './open-api.js';

interface Shown {
  readonly zodSchema: z.core.$ZodTypes;
  /** Mutable: changed in place. */
  readonly jsonSchema: JsonSchema;
}

/** Writes the schemas of one document: those with a name once, as its components, and references in their place. */
export class SchemaWriter {
  readonly #components = new Map<string, JsonSchema>();

  /** The schemas with a name that were written so far, in the order of their names. */
  get components(): Readonly<Record<string, JsonSchema>> {
    const sorted = [...this.#components].sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, schema]) => [name, this.#withDiscriminators(schema)]));
  }

  /** What a request may hold. */
  request(schema: z.core.$ZodType): JsonSchema {
    return this.#write(schema, { unrepresentable: 'any', override: (shown) => this.#showRequest(shown) });
  }

  /** What a response holds. It may gain keys: clients are never told to reject an unknown key. */
  answer(schema: z.ZodType): JsonSchema {
    const override = ({ zodSchema, jsonSchema }: Shown): void => {
      showAll({ zodSchema, jsonSchema });
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    };
    return this.#write(schema, { unrepresentable: 'throw', override });
  }

  /** A schema that is written by hand. */
  add(name: string, schema: JsonSchema): JsonSchema {
    const before = this.#components.get(name);
    if (before && JSON.stringify(before) !== JSON.stringify(schema))
      throw new TypeError(`Two schemas of the document have the name ${name}.`);
    this.#components.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  #write(
    schema: z.core.$ZodType,
    options: { readonly unrepresentable: 'any' | 'throw'; readonly override: (shown: Shown) => void },
  ): JsonSchema {
    // Zod writes the outermost schema in place, even if it has a name.
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ it: schema as z.ZodType }), {
      io: 'input',
      ...options,
    });
    for (const [name, { id: _name, ...definition }] of Object.entries($defs))
      this.add(name, toComponents(definition) as JsonSchema);
    return toComponents(properties?.['it']) as JsonSchema;
  }

  #showRequest({ zodSchema, jsonSchema }: Shown): void {
    const said = documented.get(zodSchema);
    if (said) {
      const { like } = said as { readonly like?: z.ZodType };
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      Object.assign(jsonSchema, like ? this.request(like) : said);
      return;
    }
    const { def } = zodSchema._zod;
    // A collection that checks its length before its items: the second half has the schema of the items.
    if (def.type === 'pipe' && isOfAnything(def.in)) Object.assign(jsonSchema, this.request(def.out));
    for (const check of def.checks ?? []) {
      const { fn } = check._zod.def as { readonly fn?: object };
      const most = fn && mostCharactersOf(fn);
      if (most !== undefined) jsonSchema.maxLength = most;
    }
    showAll({ zodSchema, jsonSchema });
    // OpenAPI Generator makes no client of a closed object with keys that may be null.
    if (jsonSchema.additionalProperties === false && hasNullable(jsonSchema)) {
      delete jsonSchema.additionalProperties;
      jsonSchema.description ??= 'Other keys are refused.';
    }
  }

  /** In all of its parts. */
  #withDiscriminators<Part>(part: Part): Part {
    if (Array.isArray(part)) {
      const items: readonly unknown[] = part;
      return items.map((item) => this.#withDiscriminators(item)) as Part;
    }
    if (typeof part !== 'object' || part === null) return part;
    const parts = Object.entries(part as Readonly<Record<string, unknown>>);
    const entries = parts.map(([key, value]) => [key, this.#withDiscriminators(value)]);
    return this.#withDiscriminator(Object.fromEntries(entries) as JsonSchema) as Part;
  }

  /** Of alternatives that one key tells apart, so that generated clients need not try them one by one. */
  #withDiscriminator(schema: JsonSchema): JsonSchema {
    if (!Array.isArray(schema.oneOf)) return schema;
    const alternatives = schema.oneOf.map(({ $ref }) => ({ $ref, of: this.#components.get(nameIn($ref)) }));
    for (const propertyName of ['type', 'op']) {
      const mapping = alternatives.flatMap(({ $ref, of }) => {
        const type = of?.properties?.[propertyName] as JsonSchema | undefined;
        const values: readonly unknown[] = type?.enum ?? [type?.const];
        return values.map((value) => [value as string | undefined, $ref] as const);
      });
      if (mapping.every(([value, $ref]) => value !== undefined && $ref !== undefined))
        return {
          ...schema,
          discriminator: { propertyName, mapping: Object.fromEntries(mapping) as Record<string, string> },
        };
    }
    return schema;
  }
}

function hasNullable({ properties = {} }: JsonSchema): boolean {
  return Object.values(properties).some(
    (property) =>
      typeof property === 'object' && property.anyOf?.some(({ type }) => type === 'null') === true,
  );
}

function nameIn($ref: string | undefined): string {
  return $ref?.split('/').at(-1) ?? '';
}

/** In requests and responses. */
function showAll({ zodSchema, jsonSchema }: Shown): void {
  if (zodSchema._zod.def.type === 'tuple') showTuple(jsonSchema);
  Object.assign(jsonSchema, documentedFacts.get(zodSchema));
  // Zod spells out the form of these; the format is enough.
  // Every whole number has these.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (['date', 'date-time', 'uuid', 'email', 'uri'].includes(jsonSchema.format ?? ''))
    delete jsonSchema.pattern;
}

/** Several generators know neither `items: false` nor a list without `items`. */
function showTuple(jsonSchema: JsonSchema): void {
  const prefixItems = (jsonSchema.prefixItems ?? []) as JsonSchema[];
  const kinds = [...new Map(prefixItems.map((item) => [JSON.stringify(item), item])).values()];
  jsonSchema.items = kinds.length === 1 && kinds[0] !== undefined ? kinds[0] : { anyOf: kinds };
  jsonSchema.minItems = prefixItems.length;
  jsonSchema.maxItems = prefixItems.length;
}

function isOfAnything(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'array') return def.element._zod.def.type === 'custom';
  return def.type === 'record' && def.valueType._zod.def.type === 'custom';
}

/** References to the definitions of a schema become references to the components of its document. */
function toComponents(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toComponents);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === '$ref' && typeof part === 'string'
        ? part.replace('#/$defs/', '#/components/schemas/')
        : toComponents(part),
    ]),
  );
}
