import 'reflect-metadata';
import { z } from 'zod';
import { gatewayRoutes } from './controllers.js';
import type { Route } from './route/route.js';

const named = gatewayRoutes.map((route) => [`${route.method} ${route.path}`, route] as const);

/** Every object in a schema, with its path. */
function objectsIn(
  schema: unknown,
  place: string,
): readonly (readonly [string, z.core.JSONSchema.ObjectSchema])[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.entries(schema).flatMap(([key, part]) => objectsIn(part, `${place}.${key}`));
  const isObject = 'properties' in schema && 'type' in schema;
  return isObject ? [[place, schema as z.core.JSONSchema.ObjectSchema], ...inner] : inner;
}

function answerSchemas({ answer }: Route): readonly z.ZodType[] {
  if (answer.content === 'ndjson') return [answer.line];
  return [
    ...('schema' in answer ? [answer.schema] : []),
    ...('events' in answer ? Object.values(answer.events.data) : []),
  ];
}

describe('the routes of the gateway', () => {
  it('are declared once each', () => {
    expect(new Set(named.map(([name]) => name.replace(/\/$/, ''))).size).toBe(gatewayRoutes.length);
    const operations = gatewayRoutes.map(({ surface, operationId }) => `${surface} ${operationId}`);
    expect(new Set(operations).size).toBe(gatewayRoutes.length);
  });

  it.each(named)('%s requires every key of its response: an absent value is null', (_name, route) => {
    for (const [place, { properties, required = [] }] of answerSchemas(route).flatMap((schema) =>
      objectsIn(z.toJSONSchema(schema), 'answer'),
    ))
      expect([place, required]).toEqual([place, Object.keys(properties ?? {})]);
  });

  it.each(named)('%s has an example that its own schemas accept', (_name, { request, example }) => {
    const { headers, query, body } = request;
    if (headers) expect(headers.safeParse(example?.headers ?? {})).toMatchObject({ success: true });
    if (query) expect(query.safeParse(example?.query ?? {})).toMatchObject({ success: true });
    if (body?.media === 'json') expect(body.schema.safeParse(example?.body)).toMatchObject({ success: true });
  });

  it.each(named)('%s names in its schema only parameters of its path', (_name, { path, request }) => {
    for (const name of Object.keys(request.params?.shape ?? {})) expect(path).toContain(`/:${name}`);
  });
});
