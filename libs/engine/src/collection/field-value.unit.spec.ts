import * as fc from 'fast-check';
import { fieldOf } from '../../test/graphs.js';
import { collectionFieldTypes } from '../graph/context-graph.js';
import { checkedValue } from './field-value.js';

const options = ['Red', 'Blue'];

it.each([
  ['text', ' Bo ', 'Bo'],
  ['text', 7, '7'],
  ['number', '7,5', 7.5],
  ['number', -1, -1],
  ['date', '2028-02-29', '2028-02-29'],
  ['phone', '+49 (30) 123-456', '+4930123456'],
  ['phone', 5550142, '5550142'],
  ['email', 'bo@example.org', 'bo@example.org'],
  ['boolean', 'Yes', true],
  ['boolean', false, false],
  ['select', 'red', 'Red'],
  ['multiselect', ['blue', 'Red', 'Blue'], ['Blue', 'Red']],
  ['multiselect', 'red', ['Red']],
] as const)('a %s may be %j, and is kept as %j', (type, given, value) => {
  expect(checkedValue(fieldOf('k', type, { options }), given)).toEqual({ value });
});

it.each([
  ['text', '', /a text/],
  ['text', 'x'.repeat(2_001), /at most 2000/],
  ['number', 'seven', /a number/],
  ['number', null, /a number/],
  ['date', '24.11.2026', /YYYY-MM-DD/],
  ['date', '2026-02-29', /calendar/],
  ['date', '2026-13-01', /calendar/],
  ['phone', '123', /phone number/],
  ['phone', 'call me', /phone number/],
  ['email', 'bo@example', /e-mail/],
  ['boolean', 'perhaps', /yes or no/],
  ['select', 'Green', /one of: Red, Blue/],
  ['multiselect', ['Red', 'Green'], /one of: Red, Blue/],
  ['multiselect', [], /at least one/],
  ['multiselect', ['red', 'Red', 'RED', 'rED', 'ReD'], /at most 2 options/],
] as const)('a %s may not be %j', (type, given, reason) => {
  expect(checkedValue(fieldOf('k', type, { options }), given)).toEqual({
    reason: expect.stringMatching(reason),
  });
});

describe('given a validation', () => {
  it.each(['/^\\d{5}$/', '^\\d{5}$'])('when it is a pattern, %s, then a text must match it', (validation) => {
    const field = fieldOf('zip', 'text', { validation });
    expect(checkedValue(field, '12345')).toEqual({ value: '12345' });
    expect(checkedValue(field, '1234')).toEqual({ reason: `it must match ${validation}` });
  });

  it.each(['Only weekdays', '/(/'])('when it is none, %s, then it is for the model alone', (validation) => {
    expect(checkedValue(fieldOf('k', 'text', { validation }), 'any')).toEqual({ value: 'any' });
  });
});

it('any value of any type is kept in the form of its type, or refused with a reason', () => {
  fc.assert(
    fc.property(fc.constantFrom(...collectionFieldTypes), fc.jsonValue(), (type, given) => {
      const checked = checkedValue(fieldOf('k', type, { options }), given as null);
      if ('reason' in checked) expect(checked.reason).not.toBe('');
      else expect(checkedValue(fieldOf('k', type, { options }), checked.value as string)).toEqual(checked);
    }),
  );
});
