import type { z } from 'zod';
import type { FormBody, RequestExample, Route } from '../route/route.js';
import { componentNameOf } from '../wire/documented.js';
import type { JsonSchema, MediaType, RequestBody } from './open-api.js';
import type { SchemaWriter } from './schema-writer.js';

/** The body that a route takes, if any. */
export function requestBodyOf(
  { request: { body }, example }: Route,
  schemas: SchemaWriter,
): RequestBody | undefined {
  if (!body) return undefined;
  if (body.media === 'json')
    return {
      required: body.isOptional !== true,
      content: { 'application/json': withExample(schemas.request(body.schema), example) },
    };
  return {
    required: true,
    content: { 'multipart/form-data': withExample(formSchema(body, schemas), example) },
  };
}

/** Each key of the schema is the list of all parts with that name. The document shows one part. */
function formSchema({ schema }: FormBody, schemas: SchemaWriter): JsonSchema {
  const properties = Object.entries(schema.shape).map(([name, parts]) => {
    const list = schemas.request(parts as z.core.$ZodType);
    return [name, list.maxItems === 1 && list.items !== undefined ? list.items : list];
  });
  const form = {
    type: 'object',
    properties: Object.fromEntries(properties) as Record<string, JsonSchema>,
  } as const;
  const name = componentNameOf(schema);
  return name === undefined ? form : schemas.add(name, form);
}

function withExample(schema: JsonSchema, example: RequestExample | undefined): MediaType {
  return example?.body ? { schema, example: example.body } : { schema };
}
