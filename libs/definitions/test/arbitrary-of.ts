import fc from 'fast-check';
import { z } from 'zod';

/**
 * What a schema takes. Keys with a default are present or not; with `isComplete` every key is present.
 */
export function arbitraryOf(schema: z.core.$ZodType, isComplete = false): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (part: z.core.$ZodType) => arbitraryOf(part, isComplete);
  switch (def.type) {
    case 'object':
      return objectOf(schema as z.ZodObject, isComplete);
    case 'array': {
      const { maxLength = 3 } = (schema as z.ZodArray)._zod.bag as { maxLength?: number };
      return fc.array(inner(def.element), { maxLength: Math.min(3, maxLength) });
    }
    case 'record':
      return fc
        .array(fc.tuple(inner(def.keyType) as fc.Arbitrary<string>, inner(def.valueType)), { maxLength: 3 })
        .map((entries) => Object.fromEntries(entries.filter(([key]) => key !== '__proto__')));
    case 'nullable':
      return fc.option(inner(def.innerType));
    case 'default':
      return inner(def.innerType);
    case 'pipe':
      return inner(def.out);
    case 'union':
      return fc.oneof(...def.options.map(inner));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'boolean':
      return fc.boolean();
    case 'unknown':
      return fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
    case 'number':
      return numberOf(schema as z.ZodNumber);
    case 'string':
      return textOf(schema as z.ZodString);
    default:
      throw new TypeError(`No values are known for a schema of the type ${def.type}.`);
  }
}

function objectOf({ shape }: z.ZodObject, isComplete: boolean): fc.Arbitrary<unknown> {
  const values = Object.fromEntries(
    Object.entries(shape).map(([key, value]) => [key, arbitraryOf(value as z.ZodType, isComplete)]),
  );
  const required = Object.entries(shape).flatMap(([key, value]) =>
    (value as z.ZodType).safeParse(undefined).success && !isComplete ? [] : [key],
  );
  return fc.record(values, { requiredKeys: required });
}

function numberOf(schema: z.ZodNumber): fc.Arbitrary<number> {
  const { minValue, maxValue } = schema;
  const whole = fc.integer({
    min: Math.ceil(Math.max(minValue ?? -1e6, -1e6)),
    max: Math.floor(Math.min(maxValue ?? 1e6, 1e6)),
  });
  const any = schema.isInt ? whole : fc.oneof(whole, fc.double({ min: 0, max: 2, noNaN: true }));
  return any.map((value) => value + 0).filter((value) => schema.safeParse(value).success);
}

/** Making texts up from a pattern takes seconds for some of ours. */
const ofSomePattern = [
  ...['ab', 'a-b_1', 'release', 'x-key', 'Bearer \u00e9', 'slots/{id}'],
  ...['+15551234567', 'https://clinic.example/api', 'HTTP://10.0.0.1:8080?a#b'],
];

function isPatterned({ def: { checks = [] } }: z.ZodString): boolean {
  return checks.some(({ _zod: { def } }) => def.check === 'string_format');
}

function textOf(schema: z.ZodString): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 20 } = z.globalRegistry.get(schema) ?? {};
  const takes = (value: string) => schema.safeParse(value).success;
  if (schema.format === 'uuid') return fc.uuid().filter(takes);
  if (isPatterned(schema)) return fc.constantFrom(...ofSomePattern.filter(takes));
  const least = minLength as number;
  const most = Math.max(least, Math.min(20, maxLength as number));
  return fc.string({ unit: 'grapheme', minLength: least, maxLength: most }).filter(takes);
}
