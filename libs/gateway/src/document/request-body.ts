import type { z } from 'zod';
import type { FormBody, RequestExample, Route } from '../route/route.js';
import { requestSchema, type JsonSchema } from './json-schema.js';
import type { MediaType, RequestBody } from './open-api.js';

/** The body that a route takes, if any. */
export function requestBodyOf({ request: { body }, example }: Route): RequestBody | undefined {
  if (!body) return undefined;
  if (body.media === 'json')
    return {
      required: true,
      content: { 'application/json': withExample(requestSchema(body.schema), example) },
    };
  return { required: true, content: { 'multipart/form-data': withExample(formSchema(body), example) } };
}

/** Each key of the schema is the list of all parts with that name. The document shows one part. */
function formSchema({ schema }: FormBody): JsonSchema {
  const properties = Object.entries(schema.shape).map(([name, parts]) => {
    const list = requestSchema(parts as z.core.$ZodType);
    return [name, list.maxItems === 1 && list.items !== undefined ? list.items : list];
  });
  return { type: 'object', properties: Object.fromEntries(properties) as Record<string, JsonSchema> };
}

function withExample(schema: JsonSchema, example: RequestExample | undefined): MediaType {
  return example?.body ? { schema, example: example.body } : { schema };
}
