import { overrideFor, parseLimitOverrides } from './limit-overrides.js';
import { forCallers } from '../route/route-access.js';
import { defineRoute } from '../route/route.js';

const createBook = defineRoute({
  operationId: 'create-book',
  method: 'POST',
  path: '/v1/:org/book/',
  summary: 'Creates a book.',
  access: forCallers(),
  request: {},
  answer: { status: 204, content: 'nothing' },
  errors: [],
  perMinute: 5,
});
const getBook = { ...createBook, method: 'GET', path: '/v1/:org/book/:book_id' } as const;
const routes = [createBook, getBook];

describe('configured rate limits', () => {
  it.each([
    'POST /v1/{org}/book/',
    'POST /v1/{org}/book',
    'POST /v1/{organization}/book/',
    'POST /v1/:org/book',
  ])('are read for the route %s', (name) => {
    const overrides = parseLimitOverrides(JSON.stringify({ [name]: 7 }), routes);
    if (typeof overrides === 'string') throw new Error(overrides);
    expect([overrideFor(createBook, overrides), overrideFor(getBook, overrides)]).toEqual([7, undefined]);
  });

  it('apply to all other routes with *', () => {
    const overrides = parseLimitOverrides('{"POST /v1/{org}/book/": 7, "*": 100}', routes);
    if (typeof overrides === 'string') throw new Error(overrides);
    expect([overrideFor(createBook, overrides), overrideFor(getBook, overrides)]).toEqual([7, 100]);
  });

  it.each([
    ['no JSON', '{', 'must be a JSON object'],
    ['a list', '[1]', 'must be a JSON object'],
    ['nothing', 'null', 'must be a JSON object'],
    ['a route that is not there', '{"GET /v1/{org}/shelf": 1}', 'names no route with "GET /v1/{org}/shelf"'],
    ['a method that is not there', '{"PUT /v1/{org}/book": 1}', 'names no route with "PUT'],
    ['no number', '{"*": "7"}', 'must give "*" a whole number'],
    ['nothing left', '{"*": 0}', 'must give "*" a whole number'],
    ['a part of one', '{"*": 1.5}', 'must give "*" a whole number'],
  ])('are refused with %s', (_what, text, complaint) => {
    expect(parseLimitOverrides(text, routes)).toContain(complaint);
  });
});
