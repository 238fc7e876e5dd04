import { z } from 'zod';
import type { Route } from '../route/route.js';
import { requestSchema, type JsonSchema } from './json-schema.js';
import type { Parameter } from './open-api.js';

/** All parameters of a route: path first, then headers, then the query. */
export function parametersOf({ path, access, request, example }: Route): readonly Parameter[] {
  const known: Readonly<Record<string, z.core.$ZodType>> = request.params?.shape ?? {};
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']): Parameter => ({
    name,
    in: 'path',
    required: true,
    schema: requestSchema(known[name] ?? z.string()),
  }));
  const entersOthers =
    access.credential !== 'none' && access.organization === 'known' && path.includes(':org');
  return [
    ...inPath,
    ...(entersOthers ? [homeOrganization] : []),
    ...parametersIn('header', request.headers, example?.headers),
    ...parametersIn('query', request.query, example?.query),
  ];
}

const homeOrganization: Parameter = {
  name: 'X-ORG-ID',
  in: 'header',
  required: false,
  description:
    'The organization that issued the token, where it is another one than that in the path, whose member the user is.',
  schema: { type: 'string' },
};

function parametersIn(
  place: 'header' | 'query',
  schema: z.ZodObject | undefined,
  examples: Readonly<Record<string, string>> = {},
): readonly Parameter[] {
  return Object.entries(schema?.shape ?? {}).map(([name, value]) => {
    const example = examples[name];
    return {
      name,
      in: place,
      ...presenceOf(value as z.ZodType),
      ...(example === undefined ? {} : { example }),
    };
  });
}

/** Whether a request may omit it, and its default. */
function presenceOf(schema: z.ZodType): { readonly required: boolean; readonly schema: JsonSchema } {
  const absent = schema.safeParse(undefined);
  const given = requestSchema(schema instanceof z.ZodDefault ? schema.unwrap() : schema);
  return {
    required: !absent.success,
    schema: isScalar(absent.data) ? { ...given, default: absent.data } : given,
  };
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
