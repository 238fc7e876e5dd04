import { z } from 'zod';
import { documented, mostCharactersOf } from '../wire/documented.js';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

interface Shown {
  readonly zodSchema: z.core.$ZodTypes;
  /** Mutable: changed in place. */
  readonly jsonSchema: JsonSchema;
}

/** What a request may hold. */
export function requestSchema(schema: z.core.$ZodType): JsonSchema {
  return withoutDialect(
    z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => showRequest({ zodSchema, jsonSchema }),
    }),
  );
}

/** What a response holds. It may gain keys: clients are never told to reject an unknown key. */
export function answerSchema(schema: z.ZodType): JsonSchema {
  return withoutDialect(
    z.toJSONSchema(schema, {
      io: 'input',
      override: ({ jsonSchema }) => {
        dropImpliedPattern(jsonSchema);
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    }),
  );
}

function showRequest({ zodSchema, jsonSchema }: Shown): void {
  const said = documented.get(zodSchema);
  if (said) {
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
    Object.assign(jsonSchema, said);
    return;
  }
  const { def } = zodSchema._zod;
  // A collection that checks its length before its items: the second half has the schema of the items.
  if (def.type === 'pipe' && isOfAnything(def.in)) Object.assign(jsonSchema, requestSchema(def.out));
  for (const check of def.checks ?? []) {
    const { fn } = check._zod.def as { readonly fn?: object };
    const most = fn && mostCharactersOf(fn);
    if (most !== undefined) jsonSchema.maxLength = most;
  }
  dropImpliedPattern(jsonSchema);
}

function isOfAnything(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'array') return def.element._zod.def.type === 'custom';
  return def.type === 'record' && def.valueType._zod.def.type === 'custom';
}

/** Zod spells out the calendar; `date-time` is enough. */
function dropImpliedPattern(jsonSchema: JsonSchema): void {
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
}

/** OpenAPI 3.1 uses the same dialect throughout. */
function withoutDialect({ $schema: _dialect, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
