import { z } from 'zod';
import type { Route } from '../route/route.js';
import type { JsonSchema, Parameter } from './open-api.js';
import type { SchemaWriter } from './schema-writer.js';

/** All parameters of a route: path first, then headers, then the query. */
export function parametersOf(
  { path, access, request, example }: Route,
  schemas: SchemaWriter,
): readonly Parameter[] {
  const known: Readonly<Record<string, z.core.$ZodType>> = request.params?.shape ?? {};
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']): Parameter => ({
    name,
    in: 'path',
    required: true,
    schema: schemas.request(known[name] ?? z.string()),
  }));
  const entersOthers =
    access.credential !== 'none' && access.organization === 'known' && path.includes(':org');
  return [
    ...inPath,
    ...(entersOthers ? [homeOrganization] : []),
    ...parametersIn('header', request.headers, { schemas, examples: example?.headers }),
    ...parametersIn('query', request.query, { schemas, examples: example?.query }),
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

interface ParameterContext {
  readonly schemas: SchemaWriter;
  readonly examples: Readonly<Record<string, string>> | undefined;
}

function parametersIn(
  place: 'header' | 'query',
  schema: z.ZodObject | undefined,
  { schemas, examples = {} }: ParameterContext,
): readonly Parameter[] {
  return Object.entries(schema?.shape ?? {}).map(([name, value]) => {
    const example = examples[name];
    return {
      name,
      in: place,
      ...presenceOf(value as z.ZodType, schemas),
      ...(example === undefined ? {} : { example }),
    };
  });
}

/** Whether a request may omit it, and its default. */
function presenceOf(
  schema: z.ZodType,
  schemas: SchemaWriter,
): { readonly required: boolean; readonly schema: JsonSchema } {
  const absent = schema.safeParse(undefined);
  const given = schemas.request(schema instanceof z.ZodDefault ? schema.unwrap() : schema);
  return {
    required: !absent.success,
    schema: isScalar(absent.data) ? { ...given, default: absent.data } : given,
  };
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
