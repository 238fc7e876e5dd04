import {
  checkedSurfaceValue,
  isEmptyValue,
  missingFieldsOf,
  valuesOf,
  visibleFields,
  type SurfaceFieldSpec,
  type SurfaceSpec,
} from '@svc/engine';
import fc from 'fast-check';
import { readSurfaceTemplate, SurfaceBody, surfaceFieldTypes } from './index.js';

const entity = '8c1b6c0e-5f0c-4c9e-9a55-0d1f3f0c2b11';
const field = (key: string, changes: object = {}) => ({ key, label: key, field_type: 'text', ...changes });
const problemsOf = (form: object) => {
  const read = readSurfaceTemplate(form, 'State');
  return 'problems' in read ? read.problems : [];
};
function specOf(fields: readonly object[], changes: object = {}): SurfaceSpec {
  const read = readSurfaceTemplate({ fields, ...changes }, 'State');
  if ('problems' in read) throw new Error(read.problems.join('; '));
  return read.body;
}
const fieldOf = (type: string, changes: object = {}): SurfaceFieldSpec =>
  specOf([field('k', { field_type: type, ...changes })]).fields[0]!;

describe('a form', () => {
  it('has the defaults of the contract, and as a template the name of its state for a title', () => {
    const body = SurfaceBody.parse({ entity_id: entity, title: 'T', fields: [field('a')] });
    expect(body).toMatchObject({ channel: 'web', expires_in_hours: 168, context: {}, sections: null });
    expect(body.fields[0]).toMatchObject({ required: true, sensitive: false, options: null });
    expect(specOf([field('a')]).title).toBe('State');
  });

  it.each([
    ['no fields', { fields: [] }, 'fields: must hold at least 1 item'],
    ['a key twice', { fields: [field('a'), field('a')] }, 'fields.1.key: must not name the same key twice'],
    ...['photo', 'signature', 'file'].map((type): [string, object, string] => [
      `a ${type}`,
      { fields: [field('a', { field_type: type })] },
      `fields.0.field_type: ${type} is not served: forms take no uploads`,
    ]),
    [
      'keys that the event of a submission can not hold',
      { fields: Array.from({ length: 200 }, (_none, n) => field(`${'字'.repeat(120)}${n}`, { label: 'L' })) },
      'fields: must have keys of at most 61440 bytes together',
    ],
    [
      'a choice without options',
      { fields: [field('a', { field_type: 'select' })] },
      'fields.0.options: must hold at least 1 option to choose from',
    ],
    [
      'a condition on a later field',
      { fields: [field('a', { condition: { field: 'b', equals: 'x' } }), field('b')] },
      'fields.0.condition.field: must be the key of an earlier field',
    ],
    [
      'a condition that compares nothing',
      { fields: [field('a'), field('b', { condition: { field: 'a' } })] },
      'fields.1.condition: must have one of equals, not_equals and in',
    ],
    [
      'a section of an unknown field',
      { fields: [field('a')], sections: [{ title: 'S', field_keys: ['b'] }] },
      'sections.0.field_keys.0: must be the key of a field',
    ],
    [
      'a prefilled value of another type',
      { fields: [field('a', { field_type: 'date', prefill_value: 'soon' })] },
      'fields.0.prefill_value: it must be a date, as YYYY-MM-DD',
    ],
    [
      'a link that runs code',
      { fields: [field('a')], completion_action_url: 'javascript:alert(1)' },
      'completion_action_url: must be an address that begins with https:// or http://',
    ],
  ])('with %s is refused', (_what, form, problem) => {
    expect(problemsOf(form)).toEqual([problem]);
  });

  it('of any JSON is read or refused, and never fails', () => {
    fc.assert(fc.property(fc.jsonValue(), (form) => void readSurfaceTemplate(form, 'State')));
  });
});

describe('a value', () => {
  it.each([
    ['text', ' Bo ', 'Bo'],
    ['textarea', 'two\nlines', 'two\nlines'],
    ['number', 7.5, 7.5],
    ['date', '2028-02-29', '2028-02-29'],
    ['phone', '+49 30 123', '+4930123'],
    ['email', 'bo@example.org', 'bo@example.org'],
    ['checkbox', true, true],
    ['select', 'Red', 'Red'],
    ['multiselect', ['Red', 'Blue'], ['Red', 'Blue']],
  ])('of the type %s may be %j', (type, given, value) => {
    const options = type.endsWith('select') ? { options: ['Red', 'Blue'] } : {};
    expect(checkedSurfaceValue(fieldOf(type, options), given)).toEqual({ value });
  });

  it.each([
    ['text', { nested: 1 }, {}, /a text/],
    ['textarea', 'x'.repeat(10_001), {}, /at most 10000/],
    ['text', 'ab', { validation: { min_length: 3 } }, /at least 3 characters/],
    ['text', 'abcd', { validation: { max_length: 3 } }, /at most 3 characters/],
    ['text', 'abc', { validation: { pattern: '^[0-9]+$' } }, /must match/],
    ['number', 1, { validation: { min: 2 } }, /at least 2/],
    ['number', 3, { validation: { max: 2 } }, /at most 2/],
    ['select', 'Green', { options: ['Red'] }, /one of: Red/],
    ['heading', 'x', {}, /takes no value/],
    ['info', 'x', {}, /takes no value/],
  ])('of the type %s may not be %j with %j', (type, given, changes, reason) => {
    expect(checkedSurfaceValue(fieldOf(type, changes), given)).toEqual({
      reason: expect.stringMatching(reason),
    });
  });

  it('that is blank takes the earlier one away', () => {
    expect([null, '', '  ', []].map(isEmptyValue)).toEqual([true, true, true, true]);
    expect([0, false, 'x', ['x']].map(isEmptyValue)).toEqual([false, false, false, false]);
  });

  it('given any JSON for any type, then it is kept or refused with a reason', () => {
    const types = surfaceFieldTypes.filter((type) => !['photo', 'signature', 'file'].includes(type));
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.jsonValue(), (type, given) => {
        const checked = checkedSurfaceValue(fieldOf(type, { options: ['Red'] }), given);
        expect('value' in checked || checked.reason !== '').toBe(true);
      }),
    );
  });
});

describe('what is missing', () => {
  const spec = specOf([
    field('kind', { field_type: 'select', options: ['new', 'known'] }),
    field('number', { condition: { field: 'kind', equals: 'known' } }),
    field('why', { required: false }),
    field('agree', { field_type: 'checkbox', consent_text: 'I agree.', prefill_value: true }),
    field('note', { field_type: 'heading' }),
  ]);
  const missing = (values: Parameters<typeof missingFieldsOf>[1]) =>
    missingFieldsOf(spec, values).map(({ key }) => key);

  it('are required fields that are shown; a hidden one, an optional one and a heading are not', () => {
    expect(missing({})).toEqual(['kind', 'agree']);
    expect(missing({ kind: 'new', agree: true })).toEqual([]);
    expect(missing({ kind: 'known', agree: true })).toEqual(['number']);
  });

  it('is a consent that was not given, also where the form was prefilled with it', () => {
    expect(missing({ kind: 'new', agree: false })).toEqual(['agree']);
    expect(valuesOf(spec, {})).toEqual({});
  });

  it('is nothing of a section that is not shown', () => {
    const sections = [{ title: 'S', field_keys: ['b'], condition: { field: 'a', in: ['x', 'y'] } }];
    const form = specOf([field('a'), field('b')], { sections });
    expect(visibleFields(form, { a: 'z' }).map(({ key }) => key)).toEqual(['a']);
    expect(visibleFields(form, { a: 'y' }).map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('is no prefilled value, until it is taken away', () => {
    const form = specOf([field('a', { prefill_value: 'Bo' })]);
    expect(valuesOf(form, {})).toEqual({ a: 'Bo' });
    expect(missingFieldsOf(form, valuesOf(form, { a: null }))).toHaveLength(1);
  });

  it('given keys that objects have of their own, then they are like any other', () => {
    const form = specOf([field('__proto__'), field('constructor')]);
    expect(missingFieldsOf(form, valuesOf(form, {}))).toHaveLength(2);
    const saved = JSON.parse('{"__proto__":"a","constructor":"b"}') as Record<string, string>;
    expect(missingFieldsOf(form, valuesOf(form, saved))).toEqual([]);
  });
});
