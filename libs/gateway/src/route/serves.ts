import {
  applyDecorators,
  createParamDecorator,
  Header,
  HttpCode,
  RequestMapping,
  RequestMethod,
  Res,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { EdgeRouteConfig } from '@svc/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { deprecationHeaders } from './deprecation.js';
import type {
  DocumentAnswer,
  EventsAnswer,
  FileAnswer,
  JsonAnswer,
  JsonOrEventsAnswer,
  LinesAnswer,
  Route,
} from './route.js';
import { RouteInputPipe, type RouteInput } from './route-input.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration of the route; absent only on health routes. */
    route?: Route;
  }
}

const declarationKey = Symbol('declared route');

/**
 * The type of a route's handler: it writes a stream or a document itself and returns any other response. It has the reply too
 * where the answer declares headers, or that there may be none.
 */
type HandlerOf<Declared extends Route> = Declared['answer'] extends
  LinesAnswer | EventsAnswer | JsonOrEventsAnswer | DocumentAnswer
  ? (input: RouteInput<Declared>, reply: FastifyReply) => Promise<void>
  : Declared['answer'] extends { readonly headers: object } | { readonly orNothing: string }
    ? (input: RouteInput<Declared>, reply: FastifyReply) => Promise<AnswerOf<Declared['answer']>>
    : (input: RouteInput<Declared>) => Promise<AnswerOf<Declared['answer']>>;

/** The handlers of these write their response. */
const writesItself: ReadonlySet<Route['answer']['content']> = new Set([
  'ndjson',
  'sse',
  'json-or-sse',
  'document',
]);

type AnswerOf<Answer> = Answer extends JsonAnswer
  ? z.input<Answer['schema']> | (Answer extends { readonly orNothing: string } ? undefined : never)
  : Answer extends FileAnswer
    ? Buffer
    : void;

type HandlerDecorator<Declared extends Route> = <Handler extends HandlerOf<Declared>>(
  target: object,
  name: string,
  descriptor: TypedPropertyDescriptor<Handler>,
) => void;

const HttpRequest = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<FastifyRequest>(),
);

/**
 * Makes a method the handler of a declared route: path, access, checks, limits and status follow from the declaration.
 */
export function Serves<Declared extends Route>(route: Declared): HandlerDecorator<Declared> {
  const { answer } = route;
  const decorate = applyDecorators(
    RequestMapping({ path: route.path, method: RequestMethod[route.method] }),
    HttpCode(answer.status),
    RouteConfig({ route, edge: edgeOf(route) }),
    SetMetadata(declarationKey, route),
    ...('mediaType' in answer && answer.mediaType ? [Header('content-type', answer.mediaType)] : []),
  );
  return (target, name, descriptor) => {
    decorate(target, name, descriptor);
    HttpRequest(new RouteInputPipe(route))(target, name, 0);
    if (writesItself.has(answer.content)) Res()(target, name, 1);
    if (('headers' in answer && answer.headers) || ('orNothing' in answer && answer.orNothing))
      Res({ passthrough: true })(target, name, 1);
  };
}

/** The declaration that a method serves, if any. */
export function declarationOf(handler: object): Route | undefined {
  return Reflect.getMetadata(declarationKey, handler) as Route | undefined;
}

function edgeOf({ request: { body }, deprecated }: Route): EdgeRouteConfig {
  const said = deprecated && { headers: deprecationHeaders(deprecated) };
  if (!body) return { consumes: 'nothing', ...said };
  if (body.media === 'form') return { consumes: 'multipart', ...said };
  const values = body.maxValues === undefined ? {} : { bodyValues: body.maxValues };
  return { consumes: 'json', bodyBytes: body.maxBytes, ...values, ...said };
}
