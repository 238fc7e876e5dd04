import 'reflect-metadata';
import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { declaredRoutes } from './declared-routes.js';
import { defineRoute } from './route.js';
import { forCallers, forEverybody } from './route-access.js';
import { errorCodesOf } from './route-errors.js';
import type { RouteInput } from './route-input.js';
import { Serves } from './serves.js';

const getBook = defineRoute({
  operationId: 'get-book',
  method: 'GET',
  path: '/v1/:org/book/:book_id',
  summary: 'Shows a book.',
  access: forCallers({ requires: ['Service:GetService'] }),
  request: { query: z.object({ page: z.string().transform(Number) }) },
  answer: { status: 200, content: 'json', schema: z.strictObject({ title: z.string() }) },
  errors: ['conflict'],
  perMinute: 5,
});

@Controller()
class BookController {
  @Serves(getBook)
  async get({ params, query }: RouteInput<typeof getBook>) {
    return { title: `${params.book_id} ${query.page.toFixed()}` };
  }

  // @ts-expect-error -- the answer has no title.
  @Serves(getBook)
  async untitled() {
    return {};
  }

  // @ts-expect-error -- the path has no page_id.
  other({ params: { page_id: _ } }: RouteInput<typeof getBook>) {
    return {};
  }
}

@Controller()
class UndeclaredController {
  @Get('book')
  list() {
    return [];
  }
}

describe('the routes of controllers', () => {
  it('are those that their handlers serve', () => {
    expect(declaredRoutes([BookController])).toEqual([getBook, getBook]);
  });

  it('given a handler without declaration, throw an error that names it', () => {
    expect(() => declaredRoutes([BookController, UndeclaredController])).toThrow(
      'UndeclaredController.list serves a route that is not declared: use @Serves.',
    );
  });
});

describe('the errors of a route', () => {
  const codes = (route: Parameters<typeof errorCodesOf>[0]) => [...errorCodesOf(route)].sort();

  it('follow from its access, body and limit, and from its declared errors', () => {
    expect(codes(getBook)).toEqual([
      'conflict',
      'invalid_request',
      'not_found',
      'organization_not_found',
      'permission_denied',
      'rate_limited',
      'request_timeout',
      'service_unavailable',
      'token_expired',
      'unauthenticated',
      'validation_failed',
    ]);
  });

  it('are few for a public route outside of organizations', () => {
    const open = { ...getBook, path: '/open', access: forEverybody(), errors: [], perMinute: null } as const;
    expect(codes(open)).toEqual([
      'invalid_request',
      'rate_limited',
      'request_timeout',
      'service_unavailable',
      'validation_failed',
    ]);
  });
});
