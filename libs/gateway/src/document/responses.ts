import { errorTable, wireCode, type ErrorCode } from '@svc/errors';
import { z } from 'zod';
import { errorCodesOf } from '../route/route-errors.js';
import type { EventSchemas, JsonAnswer, Route } from '../route/route.js';
import { named } from '../wire/documented.js';
import type { MediaType, Response } from './open-api.js';
import type { SchemaWriter } from './schema-writer.js';

const requestId = { 'x-request-id': { $ref: '#/components/headers/RequestId' } };
const goes = {
  Deprecation: { $ref: '#/components/headers/Deprecation' },
  Sunset: { $ref: '#/components/headers/Sunset' },
};
const etag = { ETag: { $ref: '#/components/headers/ETag' } };
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

/** The responses of a route, by rising status. */
export function responsesOf(route: Route, schemas: SchemaWriter): Readonly<Record<string, Response>> {
  const rejections = [...byStatus(route)].map(
    ([status, codes]) => [status, rejectionOf(route, status, codes)] as const,
  );
  const all = [
    [route.answer.status, successOf(route, schemas)] as const,
    ...unchangedOf(route),
    ...nothingOf(route),
    ...rejections,
  ];
  return Object.fromEntries(all.sort(([one], [other]) => one - other));
}

function successOf(route: Route, schemas: SchemaWriter): Response {
  const [description, content] = contentOf(route.answer, schemas);
  const headers = {
    ...headersOfAll(route),
    ...(route.answer.content === 'document' && etag),
    ...(route.answer.content === 'json' && ofAnswer(route.answer)),
  };
  return { description, headers, ...(content && { content }) };
}

function ofAnswer({ headers = {} }: JsonAnswer): Response['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' as const } },
    ]),
  );
}

/** Of a client that has the document already. */
function unchangedOf(route: Route): readonly (readonly [number, Response])[] {
  if (route.answer.content !== 'document') return [];
  return [[304, { description: 'Not changed.', headers: { ...headersOfAll(route), ...etag } }]];
}

function nothingOf(route: Route): readonly (readonly [number, Response])[] {
  const { answer } = route;
  if (answer.content !== 'json' || answer.orNothing === undefined) return [];
  return [[204, { description: answer.orNothing, headers: headersOfAll(route) }]];
}

function headersOfAll({ deprecated }: Route): Response['headers'] {
  return deprecated ? { ...requestId, ...goes } : requestId;
}

function contentOf(
  answer: Route['answer'],
  schemas: SchemaWriter,
): readonly [string, Readonly<Record<string, MediaType>>?] {
  switch (answer.content) {
    case 'nothing':
      return ['Done.'];
    case 'json':
      return [
        'Done.',
        { [answer.mediaType ?? 'application/json']: { schema: schemas.answer(answer.schema) } },
      ];
    case 'document':
      return ['Done.', { 'application/json': { schema: schemas.answer(answer.schema) } }];
    case 'ndjson':
      return [
        'A stream: each line is one JSON value of this schema. It may break off after the status was sent.',
        { 'application/x-ndjson': { schema: schemas.answer(answer.line) } },
      ];
    case 'sse':
      return [streamOfEvents, eventsContent(answer.events, schemas)];
    case 'json-or-sse':
      return [
        `Done. ${streamOfEvents}`,
        {
          'application/json': { schema: schemas.answer(answer.schema) },
          ...eventsContent(answer.events, schemas),
        },
      ];
    case 'file':
      return ['The file.', { [answer.mediaType]: { schema: { type: 'string' } } }];
  }
}

const streamOfEvents =
  'As server-sent events, whose names are the properties of this schema, and whose data are their values as JSON.';

function eventsContent(events: EventSchemas, schemas: SchemaWriter): Readonly<Record<string, MediaType>> {
  return { 'text/event-stream': { schema: schemas.answer(schemaOf(events)) } };
}

const known = new WeakMap<EventSchemas, z.ZodType>();

/** One schema for all routes with these events. */
function schemaOf(events: EventSchemas): z.ZodType {
  const schema = known.get(events) ?? named(events.name, z.strictObject(events.data).partial());
  known.set(events, schema);
  return schema;
}

function byStatus(route: Route): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = [...errorCodesOf(route)].sort();
  return Map.groupBy(codes, (code) => errorTable[code].httpStatus);
}

function rejectionOf(route: Route, status: number, codes: readonly ErrorCode[]): Response {
  const { surface, perMinute } = route;
  const headers = headersOfAll(route);
  const names = codes.map((code) => wireCode(code, surface === 'platform' ? 'platform' : 'classic'));
  const named = [...new Set(names)].map((name) => `\`${name}\``).join(', ');
  const limit = status === 429 && perMinute !== null ? ` More than ${perMinute} requests in a minute.` : '';
  const ofStatus = status === errorTable.validation_failed.httpStatus ? 'ValidationError' : 'Error';
  const name = route.isByLink ? 'FormError' : ofStatus;
  return {
    description: `${named}.${limit}`,
    headers: status === 429 || status === 503 ? { ...headers, ...retryAfter } : headers,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  };
}
