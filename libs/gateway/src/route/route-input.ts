import type { PipeTransform } from '@nestjs/common';
import type { Caller, WorkspaceCaller } from '@svc/contracts/common';
import { nothingAtThisPath, readForm, textOf, validate } from '@svc/http';
import { isStorableText } from '@svc/kernel';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { signInFirst } from './credential.js';
import type { FormBody, JsonBody, Route, RouteRequest } from './route.js';
import type { RouteAccess, WorkspaceRouteAccess } from './route-access.js';

/** `/v1/:org/user/:user_id` → `'org' | 'user_id'`. */
type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type OutputOf<Request, Part extends keyof RouteRequest> =
  Request extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.output<Schema> : unknown;

type ParamsOf<Declared extends Route> = Readonly<Record<PathNames<Declared['path']>, string>> &
  OutputOf<Declared['request'], 'params'>;

type BodyOf<Request> = Request extends { readonly body: JsonBody | FormBody }
  ? z.output<Request['body']['schema']>
  : unknown;

type CallerOf<Access> =
  Access extends WorkspaceRouteAccess<'path' | 'key'>
    ? WorkspaceCaller
    : Access extends WorkspaceRouteAccess<'any'>
      ? WorkspaceCaller | Caller
      : CallerOfOrganization<Access>;

type CallerOfOrganization<Access> =
  Access extends RouteAccess<'required'>
    ? Caller
    : Access extends RouteAccess<'optional'>
      ? Caller | undefined
      : undefined;

/** The input of a route's handler: the request, checked against the declaration. */
export interface RouteInput<Declared extends Route> {
  /** The user or the workspace key behind the request. */
  readonly caller: CallerOf<Declared['access']>;
  readonly params: ParamsOf<Declared>;
  readonly headers: OutputOf<Declared['request'], 'headers'>;
  readonly query: OutputOf<Declared['request'], 'query'>;
  readonly body: BodyOf<Declared['request']>;
}

/**
 * Checks a request against its route's declaration. @throws DomainError `validation_failed`, `not_found`, or an error
 * of the form.
 */
export class RouteInputPipe implements PipeTransform<FastifyRequest> {
  constructor(private readonly route: Route) {}

  /** @returns the `RouteInput` of its route; a promise only if a form must be read. */
  transform(request: FastifyRequest): object | Promise<object> {
    const { access, request: schemas } = this.route;
    const caller = request.workspaceCaller ?? request.caller;
    if (access.credential === 'required' && !caller) throw signInFirst();
    const input = {
      caller,
      params: paramsOf(request, schemas.params),
      headers: checked(schemas.headers, request.headers, 'header'),
      query: checked(schemas.query, request.query, 'query'),
    };
    const { body } = schemas;
    if (body?.media === 'form') return readBody(request, body).then((form) => ({ ...input, body: form }));
    return { ...input, body: checked(body?.schema, request.body, 'body') };
  }
}

/** Ids without a pattern are never rejected: a malformed one is unknown. */
function paramsOf(request: FastifyRequest, schema: z.ZodType | undefined): object {
  const given = request.params as Readonly<Record<string, string>>;
  const params = { ...given, ...checked(schema, given, 'path') };
  if (!Object.values(given).every(isStorableText)) throw nothingAtThisPath();
  return params;
}

function checked(schema: z.ZodType | undefined, value: unknown, part: string): object | undefined {
  return schema && (validate(schema, value, [part]) as object);
}

/** Parts that the schema doesn't name are ignored. */
async function readBody(
  request: FastifyRequest,
  { schema, maxBytes, maxParts, rawParts = [] }: FormBody,
): Promise<unknown> {
  const parts = await readForm(request, { parts: maxParts, bytes: maxBytes });
  const given = Object.fromEntries(
    Object.keys(schema.shape).map((name) => {
      const named = parts.filter((part) => part.name === name);
      return [name, rawParts.includes(name) ? named : named.map(textOf)];
    }),
  );
  return validate(schema, given, ['body']);
}
