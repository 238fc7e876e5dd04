import { checkValue, type KeyOfValue } from './value-rules.js';

const key = (valueType: KeyOfValue['valueType'], change: Partial<KeyOfValue> = {}): KeyOfValue => ({
  ...{ key: 'k', valueType, allowedValues: ['en', { a: 1, b: 2 }], minConfidence: 0.3 },
  ...change,
});
const check = (
  type: KeyOfValue['valueType'],
  value: never,
  confidence = 1,
  valueType: string | null = null,
) => checkValue(key(type), { value, valueType, confidence });

it.each([
  ['string', 'other'],
  ['string', ''],
  ['number', 1.5],
  ['boolean', false],
  ['date', '2024-02-29'],
  ['date', '2024-02-29T10:00:00+02:00'],
  ['enum', 'en'],
  ['enum', { b: 2, a: 1 }],
  ['json', null],
  ['json', [{}]],
] as const)('a key of the type %s takes %j', (type, value) => {
  expect(() => check(type, value as never)).not.toThrow();
});

it.each([
  ['string', 1],
  ['number', '1'],
  ['boolean', 'true'],
  ['date', '2023-02-29'],
  ['date', '2023-02-29T10:00:00Z'],
  ['date', 'yesterday'],
  ['date', 5],
  ['enum', 'fr'],
  ['enum', null],
] as const)('a key of the type %s refuses %j', (type, value) => {
  expect(() => check(type, value as never)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});

it('refuses another type than its own, and less confidence than it asks for', () => {
  for (const attempt of [() => check('json', 1 as never, 1, 'number'), () => check('json', 1 as never, 0.29)])
    expect(attempt).toThrow(expect.objectContaining({ code: 'invalid_request' }));
});

it('refuses what is too large, and what can not be stored', () => {
  for (const value of ['x'.repeat(33_000), { a: ['b\u0000'] }, { 'b\u0000': 1 }])
    expect(() => check('json', value as never)).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
});
