import { describe, expect, it } from '@jest/globals';
import { DomainError, validationError } from './domain-error.js';
import { toErrorBody } from './error-body.js';

describe('the error body', () => {
  it('has text, code and request id under each name that a client reads', () => {
    expect(toErrorBody(new DomainError('not_found', 'There is no such conversation.'), 'req-1')).toEqual({
      message: 'There is no such conversation.',
      detail: 'There is no such conversation.',
      error_code: 'not_found',
      code: 'not_found',
      request_id: 'req-1',
    });
  });

  it('on 422 has the invalid fields as a list and as a map', () => {
    const error = validationError([
      { loc: ['body', 'first_name'], msg: 'is missing', type: 'missing' },
      { loc: ['query', 'id', 2], msg: 'must match ^[a-f0-9]{24}$', type: 'string_pattern_mismatch' },
    ]);
    expect(toErrorBody(error, 'req-2')).toEqual({
      message: 'The request is not valid. body.first_name: is missing (and 1 more, see detail)',
      detail: [
        { loc: ['body', 'first_name'], msg: 'is missing', type: 'missing' },
        { loc: ['query', 'id', 2], msg: 'must match ^[a-f0-9]{24}$', type: 'string_pattern_mismatch' },
      ],
      error_code: 'validation_failed',
      code: 'validation_failed',
      request_id: 'req-2',
      errors: { 'body.first_name': 'is missing', 'query.id.2': 'must match ^[a-f0-9]{24}$' },
    });
  });

  it('says nothing of the private detail or the cause', () => {
    const error = new DomainError('internal_error', 'Something went wrong.', {
      privateDetail: 'secret detail',
      cause: new Error('secret cause'),
    });
    expect(JSON.stringify(toErrorBody(error, 'req-3'))).not.toContain('secret');
  });
});
