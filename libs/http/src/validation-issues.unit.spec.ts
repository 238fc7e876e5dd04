import type { DomainError } from '@svc/errors';
import { z } from 'zod';
import { validate } from './validate.js';

const faultsOf = (schema: z.ZodType, value: unknown, part = 'body'): DomainError['fields'] => {
  try {
    validate(schema, value, [part]);
    return [];
  } catch (error) {
    return (error as DomainError).fields;
  }
};
const typesOf = (schema: z.ZodType, value: unknown): Record<string, string> =>
  Object.fromEntries(faultsOf(schema, value).map(({ loc, type }) => [loc.join('.'), type]));

describe('a violation in a request', () => {
  it('is reported in the words of the published contract', () => {
    const schema = z.strictObject({
      missing: z.string(),
      number: z.string(),
      short: z.string().min(2),
      long: z.string().max(1),
      few: z.array(z.string()).min(1),
      many: z.array(z.string()).max(1),
      small: z.int().min(1),
      big: z.int().max(1),
      pattern: z.string().regex(/^a$/),
      choice: z.enum(['a']),
      id: z.uuid(),
      own: z.string().refine(() => false),
    });
    const value = {
      number: 1,
      short: '',
      long: 'xx',
      few: [],
      many: ['', ''],
      small: 0,
      big: 2,
      pattern: 'b',
      choice: 'b',
      id: 'x',
      own: '',
      more: 1,
    };
    expect(typesOf(schema, value)).toEqual({
      'body.missing': 'missing',
      'body.number': 'string_type',
      'body.short': 'string_too_short',
      'body.long': 'string_too_long',
      'body.few': 'too_short',
      'body.many': 'too_long',
      'body.small': 'greater_than_equal',
      'body.big': 'less_than_equal',
      'body.pattern': 'string_pattern_mismatch',
      'body.choice': 'enum',
      'body.id': 'uuid_parsing',
      'body.own': 'value_error',
      'body.more': 'extra_forbidden',
    });
  });

  it('of a key says what keys must be like', () => {
    const schema = z.record(z.string().regex(/^a$/, 'must be a'), z.string());
    expect(faultsOf(schema, { b: '' })).toEqual([
      { loc: ['body', 'b'], msg: 'the key must be a', type: 'string_pattern_mismatch' },
    ]);
  });

  it('of a repeated query parameter says that it is repeated, whatever its format', () => {
    const schema = z.object({ choice: z.enum(['a']), text: z.string(), list: z.array(z.string()) });
    const twice = ['a', 'a'];
    expect(faultsOf(schema, { choice: twice, text: twice, list: twice }, 'query')).toEqual([
      { loc: ['query', 'choice'], msg: 'must be given once', type: 'too_long' },
      { loc: ['query', 'text'], msg: 'must be given once', type: 'too_long' },
    ]);
  });
});
