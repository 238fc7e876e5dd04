import { DomainError, toErrorBody, validationError, type ErrorCode } from '@svc/errors';
import { z } from 'zod';
import { forCallers } from '../src/route/route-access.js';
import { defineRoute } from '../src/route/route.js';
import { faultsOfAnswer, faultsOfLine, type Answer } from './declared-answer.js';
import { findRoute } from './find-route.js';

const route = defineRoute({
  operationId: 'get-book',
  method: 'GET',
  path: '/v1/:org/book/:book_id',
  summary: 'Shows a book.',
  access: forCallers(),
  request: {},
  answer: { status: 200, content: 'json', schema: z.strictObject({ title: z.string().nullable() }) },
  errors: ['not_found'],
  perMinute: 5,
});
const stream = { ...route, answer: { status: 200, content: 'ndjson', line: route.answer.schema } } as const;

const answer = (status: number, body: unknown, more: Partial<Answer> = {}): Answer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  isHead: false,
  text: JSON.stringify(body),
  ...more,
});
const failure = (code: ErrorCode, status: number): Answer =>
  answer(status, toErrorBody(new DomainError(code, 'No.'), 'r-1'));

describe('a response', () => {
  it.each([
    ['that its route declares', answer(200, { title: null })],
    ['with an error of its route', failure('not_found', 404)],
    ['with an error of all routes', failure('service_unavailable', 503)],
    [
      'that names broken fields',
      answer(422, toErrorBody(validationError([{ loc: ['a'], msg: 'b', type: 'c' }]), 'r')),
    ],
  ])('%s has no fault', (_name, given) => {
    expect(faultsOfAnswer(route, given)).toEqual([]);
  });

  it.each([
    ['without a key', answer(200, {})],
    ['with a key too many', answer(200, { title: 'a', size: 1 })],
    ['that is no JSON', answer(200, {}, { text: '<html>' })],
    ['of another media type', answer(200, { title: 'a' }, { contentType: 'text/plain' })],
    ['of another status', answer(201, { title: 'a' })],
    ['with an error that is not declared', failure('conflict', 409)],
    ['with a failure of ours', failure('internal_error', 500)],
    ['with an error of another status', failure('not_found', 400)],
    ['with an error body of another form', answer(404, { message: 'No.' })],
  ])('%s has a fault', (_name, given) => {
    expect(faultsOfAnswer(route, given)).toHaveLength(1);
  });

  it('of an undeclared path is an error', () => {
    expect(faultsOfAnswer(undefined, failure('not_found', 404))).toEqual([]);
    expect(faultsOfAnswer(undefined, answer(200, {}))).toHaveLength(1);
  });
});

describe('a line of a stream', () => {
  it('must match its declaration', () => {
    expect(faultsOfLine(stream, '{"title":"a"}')).toEqual([]);
    expect(faultsOfLine(stream, '{"title":1}')).toHaveLength(1);
  });
});

describe('the route of a path', () => {
  it('is the one with the fewest parameters, with or without a final slash', () => {
    const literal = { ...route, path: '/v1/:org/book/newest' } as const;
    expect(findRoute([route, literal], 'GET', '/v1/demo/book/newest/')).toBe(literal);
    expect(findRoute([route, literal], 'HEAD', '/v1/demo/book/1')).toBe(route);
    expect(findRoute([route], 'POST', '/v1/demo/book/1')).toBeUndefined();
    expect(findRoute([route], 'GET', '/v1/demo/book/')).toBeUndefined();
  });
});
