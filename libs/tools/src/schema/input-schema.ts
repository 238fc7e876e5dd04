import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@svc/kernel';
import { compilePattern } from '@svc/patterns';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import { formats } from './formats.js';
import { isWithin } from './json-bounds.js';
import { describeErrors } from './schema-errors.js';
import { hasUniqueItems } from './unique-items.js';
import { unrollSchema, type SchemaRefusal } from './unrolled-schema.js';

/** Checks an input. @returns what is wrong with it, in words for the model; undefined: nothing. */
export type InputCheck = (input: JsonObject) => string | undefined;

/** Bounds of a schema as it is written. */
export const schemaBounds = { depth: 32, values: 5_000, characters: 65_536 } as const;
/** Bounds of an input. */
export const inputBounds = { depth: 32, values: 2_000, characters: 262_144 } as const;
/** A schema that is not larger names all that is wrong with an input; a larger one the first. */
const maxValuesForAllErrors = 100;

/** Checks schemas against the meta-schema of 2020-12. It compiles none of them, since Ajv keeps all that it compiles. */
const metaSchema = new Ajv2020({ strict: false, logger: false });
const compiled = new LRUCache<string, InputCheck>({ max: 500 });
const usable = 'usable';
const checked = new LRUCache<string, SchemaRefusal | typeof usable>({ max: 5_000 });

/**
 * Why a schema can't be used; undefined: it can. Much cheaper than to compile it: for those that are listed, and may never be
 * called.
 */
export function refusalOfInputSchema(schema: JsonObject): SchemaRefusal | undefined {
  if (!isWithin(schema, schemaBounds)) return tooLarge;
  const key = keyOf(schema);
  let known = checked.get(key);
  if (known === undefined) {
    const unrolled = unrolledSchema(schema);
    known = 'reason' in unrolled ? unrolled : usable;
    checked.set(key, known);
  }
  return known === usable ? undefined : known;
}

/**
 * Compiles the JSON Schema (2020-12, and what draft 7 has beside it) of a tool's input. Schemas come from whoever defines
 * a tool, also from foreign servers: size and depth are bounded, references stay in the document, patterns run on RE2, and
 * no schema makes a check take long.
 */
export function compileInputSchema(schema: JsonObject): InputCheck | SchemaRefusal {
  if (!isWithin(schema, schemaBounds)) return tooLarge;
  const key = keyOf(schema);
  const known = compiled.get(key);
  if (known) return known;
  const unrolled = unrolledSchema(schema);
  if ('reason' in unrolled) return unrolled;
  const check = checkOf(compile(unrolled.schema, unrolled.values <= maxValuesForAllErrors));
  compiled.set(key, check);
  return check;
}

const tooLarge: SchemaRefusal = {
  at: '',
  reason: 'is too large: at most 64 KiB of text, 5,000 values, 32 levels',
};

function keyOf(schema: JsonObject): string {
  return createHash('sha256').update(canonicalJson(schema)).digest('base64');
}

function unrolledSchema(schema: JsonObject): { schema: JsonObject; values: number } | SchemaRefusal {
  const unrolled = unrollSchema(schema);
  if ('reason' in unrolled || metaSchema.validateSchema(unrolled.schema) === true) return unrolled;
  const [error] = metaSchema.errors ?? [];
  return { at: error?.instancePath ?? '', reason: error?.message ?? 'is no JSON Schema' };
}

/** An Ajv of its own for each schema, so that both can be forgotten. */
function compile(schema: JsonObject, allErrors: boolean): ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    meta: false,
    validateSchema: false,
    allErrors,
    // Without its optimizer a schema at the bound compiles in half the time.
    code: { regExp: linearRegExp, optimize: false },
  });
  addFormats.default(ajv, { formats: [...formats], mode: 'fast' });
  ajv.removeKeyword('uniqueItems').addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: hasUniqueItems,
    error: { message: 'must not have equal items' },
  });
  return ajv.compile(schema);
}

/** Ajv tells patterns apart by their text. The code is for schemas compiled to files, which these are not. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const test = compilePattern(pattern);
    if (typeof test === 'string') throw new TypeError('A pattern was not checked before.');
    return { test, toString: () => `/${pattern}/` };
  },
  { code: 'linearRegExp' },
);

function checkOf(validate: ValidateFunction): InputCheck {
  return (input) => {
    if (!isWithin(input, inputBounds)) return 'the input is too large';
    return validate(input) ? undefined : describeErrors(validate.errors ?? []);
  };
}
