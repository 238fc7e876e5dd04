import { describe, expect, it } from '@jest/globals';
import { DomainError, toDomainError, validationError, type FieldError } from './domain-error.js';

describe('a domain error', () => {
  it('has its row of the table, and keeps the private detail out of the message', () => {
    const error = new DomainError('rate_limited', 'Too many requests. Wait 7 seconds.', {
      retryAfterSeconds: 7,
      privateDetail: 'budget sign-in of org demo',
    });
    expect(error).toBeInstanceOf(Error);
    expect(error.row).toEqual({ httpStatus: 429, grpcStatus: 8, retryable: true });
    expect(error.retryAfterSeconds).toBe(7);
    expect(error.message).toBe('Too many requests. Wait 7 seconds.');
    expect(error.fields).toEqual([]);
  });

  it('keeps its cause, and has none without one', () => {
    const cause = new Error('socket closed');
    expect(new DomainError('service_unavailable', 'Try again.', { cause }).cause).toBe(cause);
    expect(Object.hasOwn(new DomainError('not_found', 'No such user.'), 'cause')).toBe(false);
  });
});

describe('an error as clients see it', () => {
  it('given a domain error, stays as it is', () => {
    const error = new DomainError('not_found', 'No such user.');
    expect(toDomainError(error)).toBe(error);
  });

  it.each([
    ['an error', new TypeError('password is hunter2')],
    ['a thrown text', 'password is hunter2'],
    ['a thrown object', { password: 'hunter2' }],
    ['nothing', undefined],
  ])('given %s, says the same words and leaks nothing', (_name, failure) => {
    const error = toDomainError(failure);
    expect(error.code).toBe('internal_error');
    expect(error.message).toBe('Something went wrong on our side. Quote the request id when you report it.');
    expect(error.cause).toBe(failure);
  });

  it('keeps the stack for the log', () => {
    const error = new Error('boom');
    expect(toDomainError(error).privateDetail).toBe(error.stack);
  });
});

describe('a validation error', () => {
  const name: FieldError = {
    loc: ['body', 'name'],
    msg: 'must hold at least 1 character',
    type: 'string_too_short',
  };
  const state: FieldError = { loc: ['body', 'states', 0, 'name'], msg: 'is missing', type: 'missing' };

  it('names the first invalid field and the number of the others', () => {
    expect(validationError([name]).message).toBe(
      'The request is not valid. body.name: must hold at least 1 character',
    );
    expect(validationError([name, state]).message).toBe(
      'The request is not valid. body.name: must hold at least 1 character (and 1 more, see detail)',
    );
  });

  it('keeps all of them', () => {
    const error = validationError([name, state]);
    expect(error.code).toBe('validation_failed');
    expect(error.fields).toEqual([name, state]);
  });

  it('given more than a hundred, keeps the first ones and says how many there are', () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({ ...name, loc: ['body', 'names', index] }));
    const error = validationError(many);
    expect(error.fields).toEqual(many.slice(0, 100));
    expect(error.message).toMatch(/ \(and 99999 more, see detail\)$/);
  });

  it('without fields, is still a sentence', () => {
    expect(validationError([]).message).toBe('The request is not valid.');
  });
});
