import type { JsonObject, JsonValue } from '@svc/kernel';
import { compilePattern } from '@svc/patterns';
import { formatNames } from './formats.js';

/** Why a schema is not used, in words for who wrote it. */
export interface SchemaRefusal {
  /** JSON Pointer into the schema. */
  readonly at: string;
  readonly reason: string;
}

/** Values of an unrolled schema. What a check costs is bounded by their product with the values of the input. */
export const maxSchemaValues = 1_000;
/** How often a schema may stand within itself before anything is accepted there. */
const maxRecursion = 3;

const schemas = new Set([
  ...['additionalItems', 'additionalProperties', 'contains', 'else', 'if', 'not', 'propertyNames', 'then'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]);
const listsOfSchemas = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const namedSchemas = new Set(['dependentSchemas', 'patternProperties', 'properties']);
const values = new Set([
  ...['const', 'dependentRequired', 'enum', 'exclusiveMaximum', 'exclusiveMinimum', 'maxContains', 'maximum'],
  ...['maxItems', 'maxLength', 'maxProperties', 'minContains', 'minimum', 'minItems', 'minLength'],
  ...['minProperties', 'multipleOf', 'nullable', 'required', 'type', 'uniqueItems'],
]);
/** They would let a reference mean something else than a place in this document. */
const refusedWords = new Set([
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveAnchor',
  '$recursiveRef',
]);

interface Place {
  readonly at: string;
  /** How often each reference has been followed on the way here. */
  readonly followed: ReadonlyMap<string, number>;
}

class RefusedSchema extends Error {
  constructor(readonly refusal: SchemaRefusal) {
    super(refusal.reason);
  }
}

/**
 * A schema with its references written out, so that each part of it is applied to each value at most once: references
 * make a few lines cost exponential time. Only words that constrain are kept. A schema that holds itself is followed a few
 * times; what lies deeper is accepted.
 */
export function unrollSchema(schema: JsonObject): { schema: JsonObject; values: number } | SchemaRefusal {
  const unroller = new Unroller(schema);
  try {
    const unrolled = unroller.schema(schema, { at: '', followed: new Map() });
    return { schema: unrolled as JsonObject, values: unroller.values };
  } catch (error) {
    if (error instanceof RefusedSchema) return error.refusal;
    throw error;
  }
}

class Unroller {
  values = 0;

  constructor(private readonly root: JsonObject) {}

  schema(schema: JsonValue | undefined, place: Place): JsonValue {
    this.#count(1, place);
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema)) throw refused(place, 'must be a schema: an object, true or false');
    const members: [string, JsonValue][] = [];
    for (const [word, value] of Object.entries(schema)) {
      const there = { ...place, at: `${place.at}/${escaped(word)}` };
      if (refusedWords.has(word) || (word === '$id' && place.at !== ''))
        throw refused(there, 'is not supported: references are JSON Pointers into the same schema (#/…)');
      members.push(...this.#members(word, value, there));
    }
    const own = Object.fromEntries(members);
    if (schema['$ref'] === undefined) return own;
    const target = this.#followed(schema['$ref'], { ...place, at: `${place.at}/$ref` });
    if (members.length === 0) return target;
    const others = Array.isArray(own['allOf']) ? (own['allOf'] as readonly JsonValue[]) : [];
    return { ...own, allOf: [...others, target] };
  }

  #members(word: string, value: JsonValue, place: Place): [string, JsonValue][] {
    if (word === 'items' && Array.isArray(value)) return [['prefixItems', this.#list(value, place)]];
    if (word === 'items' || schemas.has(word)) {
      // The tuples of older drafts.
      const isRest = word === 'additionalItems';
      return [[isRest ? 'items' : word, this.schema(value, place)]];
    }
    if (listsOfSchemas.has(word)) return [[word, this.#list(value, place)]];
    if (namedSchemas.has(word)) return [[word, this.#named(word, value, place)]];
    if (word === 'pattern') return [[word, checkedPattern(value, place)]];
    if (word === 'format') return typeof value === 'string' && formatNames.has(value) ? [[word, value]] : [];
    if (!values.has(word)) return [];
    this.#count(valuesIn(value), place);
    return [[word, value]];
  }

  #list(list: JsonValue, place: Place): JsonValue {
    if (!Array.isArray(list)) throw refused(place, 'must be a list of schemas');
    return (list as readonly JsonValue[]).map((item, index) =>
      this.schema(item, { ...place, at: `${place.at}/${index}` }),
    );
  }

  #named(word: string, named: JsonValue, place: Place): JsonValue {
    if (!isObject(named)) throw refused(place, 'must be an object of schemas');
    return Object.fromEntries(
      Object.entries(named).map(([name, schema]) => {
        const there = { ...place, at: `${place.at}/${escaped(name)}` };
        if (word === 'patternProperties') checkedPattern(name, there);
        return [name, this.schema(schema, there)];
      }),
    );
  }

  #followed(reference: JsonValue, place: Place): JsonValue {
    if (typeof reference !== 'string' || !reference.startsWith('#'))
      throw refused(place, 'must point into the same schema (#/…): nothing is fetched');
    const times = place.followed.get(reference) ?? 0;
    if (times >= maxRecursion) return true;
    const followed = new Map(place.followed).set(reference, times + 1);
    return this.schema(this.#target(reference, place), { ...place, followed });
  }

  #target(reference: string, place: Place): JsonValue {
    let target: JsonValue | undefined = this.root;
    if (reference !== '#' && !reference.startsWith('#/'))
      throw refused(place, 'must be a JSON Pointer (#/…)');
    for (const part of reference.split('/').slice(1)) {
      const name = unescaped(part);
      const isHere: boolean = name !== undefined && typeof target === 'object' && target !== null;
      target = isHere ? own(target as JsonObject, name as string) : undefined;
    }
    if (target === undefined) throw refused(place, 'points at nothing');
    return target;
  }

  #count(values: number, place: Place): void {
    this.values += values;
    if (this.values > maxSchemaValues)
      throw refused(place, `has more than ${maxSchemaValues} parts once its references are written out`);
  }
}

function checkedPattern(pattern: JsonValue, place: Place): JsonValue {
  if (typeof pattern !== 'string') throw refused(place, 'must be a text');
  const compiled = compilePattern(pattern);
  if (compiled === 'not_a_pattern')
    throw refused(
      place,
      'must be a regular expression of RE2, which has no back-references and no look-around',
    );
  if (compiled === 'too_large')
    throw refused(place, 'is too large once its counted repetitions are written out');
  return pattern;
}

function valuesIn(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + valuesIn(member), 1);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function refused({ at }: Place, reason: string): RefusedSchema {
  return new RefusedSchema({ at, reason });
}

/** Of JSON Pointer (RFC 6901). */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function unescaped(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}
