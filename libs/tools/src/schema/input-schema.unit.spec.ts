import type { JsonObject, JsonValue } from '@svc/kernel';
import { compileInputSchema } from './input-schema.js';

function checkOf(schema: JsonObject) {
  const check = compileInputSchema(schema);
  if (typeof check !== 'function') throw new Error(`${check.at} ${check.reason}`);
  return check;
}
const refusalOf = (schema: JsonObject) => {
  const check = compileInputSchema(schema);
  return typeof check === 'function' ? undefined : check;
};
const ofText = (constraints: JsonObject) => ({ type: 'object', properties: { text: constraints } });
function nested(depth: number, within: (inner: JsonValue) => JsonValue, innermost: JsonValue): JsonValue {
  let value = innermost;
  for (let level = 0; level < depth; level += 1) value = within(value);
  return value;
}

describe('an input', () => {
  const booking: JsonObject = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    additionalProperties: false,
    required: ['day', 'kind'],
    properties: {
      day: { type: 'string', format: 'date' },
      kind: { enum: ['check-up', 'vaccination'] },
      guests: { $ref: '#/$defs/names' },
    },
    $defs: { names: { type: 'array', items: { type: 'string', pattern: '^[A-Z]' }, uniqueItems: true } },
  };

  it('given what the schema asks for, then nothing is wrong', () => {
    expect(checkOf(booking)({ day: '2026-11-23', kind: 'check-up', guests: ['Ada', 'Bob'] })).toBeUndefined();
  });

  it('given several mistakes, then all are named, for the model', () => {
    const said = checkOf(booking)({ day: 'tomorrow', kind: 'x', guests: ['ada', 'Bob', 'Bob'], other: 1 });
    expect(said).toContain('/day must match format "date"');
    expect(said).toContain('/kind must be equal to one of the allowed values: ["check-up","vaccination"]');
    expect(said).toContain('/guests/0 must match pattern "^[A-Z]"');
    expect(said).toContain('/guests must not have equal items');
    expect(said).toContain('additional properties: other');
  });

  it('given a missing member, then it is named', () => {
    expect(checkOf(booking)({})).toBe(
      "the input must have required property 'day'; the input must have required property 'kind'",
    );
  });

  it('given more than a thousand mistakes, then few words are said', () => {
    const check = checkOf({ additionalProperties: { type: 'string' } });
    const input = Object.fromEntries(Array.from({ length: 1_500 }, (_none, index) => [`member ${index}`, 1]));
    expect(check(input)?.length).toBeLessThanOrEqual(1_000);
  });

  it.each([
    ['deep', { text: nested(40, (inner) => [inner], 1) }],
    ['wide', { text: Array.from({ length: 3_000 }, () => 1) }],
    ['long', { text: 'x'.repeat(300_000) }],
  ])('given one that is too %s, then it is refused before it is checked', (_what, input) => {
    expect(checkOf({ type: 'object' })(input)).toBe('the input is too large');
  });

  it('given two schemas whose patterns stand in the same place, then each has its own', () => {
    const two = ofText({ allOf: [{ pattern: '^a' }, { pattern: 'b$' }] });
    expect([checkOf(two)({ text: 'ab' }), checkOf(two)({ text: 'aa' })]).toEqual([
      undefined,
      '/text must match pattern "b$"',
    ]);
  });
});

describe('the drafts before 2020-12', () => {
  it('given a tuple of draft 7, then it holds', () => {
    const check = checkOf({
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { name: { type: 'string' } },
      properties: {
        pair: { items: [{ $ref: '#/definitions/name' }, { type: 'number' }], additionalItems: false },
      },
    });
    expect(check({ pair: ['a', 1] })).toBeUndefined();
    expect(check({ pair: [1, 1] })).toBe('/pair/0 must be string');
    expect(check({ pair: ['a', 1, 2] })).toBeDefined();
  });

  it('given a format or word that nobody knows, then it constrains nothing', () => {
    const check = checkOf(ofText({ format: 'phone-of-mars', 'x-mine': { pattern: '(' }, type: 'string' }));
    expect(check({ text: 'anything' })).toBeUndefined();
  });
});

describe('a schema that is refused', () => {
  it.each<[string, string, JsonObject]>([
    ['points to another address', 'nothing is fetched', ofText({ $ref: 'http://127.0.0.1/schema.json' })],
    ['points to a file', 'nothing is fetched', ofText({ $ref: 'other.json#/a' })],
    ['points at nothing', 'points at nothing', ofText({ $ref: '#/$defs/none' })],
    ['points into the prototype', 'points at nothing', ofText({ $ref: '#/constructor' })],
    ['names a part of itself', 'is not supported', ofText({ $anchor: 'here' })],
    ['moves its base', 'is not supported', ofText({ $id: 'http://127.0.0.1/' })],
    ['refers dynamically', 'is not supported', { $dynamicRef: '#meta' }],
    ['looks back in a pattern', 'RE2', ofText({ pattern: '^(a)\\1$' })],
    ['has a huge pattern', 'too large', ofText({ pattern: '(x{100}){100}' })],
    ['has a huge pattern for names', 'too large', { patternProperties: { '(x{100}){100}': {} } }],
    ['has no schema where one belongs', 'must be a schema', ofText('text' as unknown as JsonObject)],
    ['is no JSON Schema', 'must be', ofText({ minLength: 'three' })],
  ])('%s', (_what, reason, schema) => {
    expect(refusalOf(schema)?.reason).toContain(reason);
  });

  it('names the place', () => {
    expect(refusalOf(ofText({ pattern: '(' }))?.at).toBe('/properties/text/pattern');
  });

  it.each<[string, JsonObject]>([
    ['deep', nested(40, (inner) => ({ not: inner }), {}) as JsonObject],
    ['long', { description: 'x'.repeat(70_000) }],
    ['wide', { enum: Array.from({ length: 6_000 }, () => 1) }],
  ])('is too %s', (_what, schema) => {
    expect(refusalOf(schema)?.reason).toContain('is too large');
  });

  it('doubles with each of its references', () => {
    const levels = Array.from({ length: 60 }, (_none, level) => [
      `level${level}`,
      { allOf: [{ $ref: `#/$defs/level${level + 1}` }, { $ref: `#/$defs/level${level + 1}` }] },
    ]);
    const schema = { $ref: '#/$defs/level0', $defs: { ...Object.fromEntries(levels), level60: {} } };
    expect(refusalOf(schema as JsonObject)?.reason).toContain('references are written out');
  });
});

describe('a schema that could take long, and does not', () => {
  const soon = (check: () => unknown) => {
    const before = process.cpuUsage();
    check();
    const { user } = process.cpuUsage(before);
    // Without the guard each of these takes minutes, or for ever.
    expect(user).toBeLessThan(2_000_000);
  };

  it('given a pattern that backtracks', () => {
    const check = checkOf(ofText({ pattern: '^(a+)+$' }));
    soon(() => expect(check({ text: `${'a'.repeat(50_000)}!` })).toBeDefined());
  });

  it('given a schema that is nothing but itself', () => {
    const check = checkOf({ $ref: '#' });
    soon(() => expect(check({ any: 'thing' })).toBeUndefined());
  });

  it('given a tree that branches at each level of a deep input', () => {
    const check = checkOf({ properties: { a: { anyOf: [{ $ref: '#' }, { $ref: '#' }], not: false } } });
    const input = nested(30, (inner) => ({ a: inner }), 1) as JsonObject;
    soon(() => check(input));
  });

  it('given a tree, then its first levels are checked', () => {
    const check = checkOf({
      properties: { name: { type: 'string' }, children: { items: { $ref: '#' } } },
      required: ['name'],
    });
    expect(check({ name: 'a', children: [{ name: 'b', children: [{ name: 1 }] }] })).toBe(
      '/children/0/children/0/name must be string',
    );
  });

  it('given items that must differ', () => {
    const check = checkOf({ properties: { list: { uniqueItems: true } } });
    const list = Array.from({ length: 1_900 }, (_none, index) => index);
    soon(() => expect(check({ list })).toBeUndefined());
  });
});
