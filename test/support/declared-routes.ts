import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A route as the gateway declares it; `npm run codegen` writes the list. */
export interface DeclaredRoute {
  readonly method: string;
  /** `/v1/:org/user/:user_id` */
  readonly path: string;
  readonly access: {
    readonly credential: 'none' | 'optional' | 'required';
    readonly organization: 'known' | 'new' | 'none';
    /** Of routes of the Platform interface that take credentials. */
    readonly workspace: { readonly of: 'path' | 'key' | 'users' | 'any' } | null;
  };
  readonly body: { readonly media: 'json' | 'form' } | null;
  readonly answer: {
    readonly status: number;
    readonly content: 'json' | 'document' | 'ndjson' | 'sse' | 'json-or-sse' | 'nothing' | 'file';
    readonly mediaType: string | null;
    /** JSON Schema of the answer, or of each line of it. */
    readonly schema: z.core.JSONSchema.JSONSchema | null;
    /** JSON Schema of the data of each event of a stream, by its name. */
    readonly events: Readonly<Record<string, z.core.JSONSchema.JSONSchema>> | null;
  };
  /** Error code → status. */
  readonly errors: Readonly<Record<string, number>>;
  readonly example: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, unknown>>;
  };
}

const file = new URL('gen/routes.json', import.meta.url);

export const declaredRoutes = read();

function read(): readonly DeclaredRoute[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as readonly DeclaredRoute[];
  } catch (cause) {
    throw new Error('The list of routes is missing. Run: npm run codegen', { cause });
  }
}

/** The route that serves a path: literal segments win over parameters, earlier ones first. */
export function routeAt(method: string, path: string): DeclaredRoute | undefined {
  const asked = segmentsOf(path);
  return declaredRoutes
    .filter((route) => {
      const declared = segmentsOf(route.path);
      return (
        route.method === method &&
        declared.length === asked.length &&
        declared.every((segment, index) => segment.startsWith(':') || segment === asked[index])
      );
    })
    .sort((one, other) => (parametersOf(one) < parametersOf(other) ? -1 : 1))[0];
}

/** `/v1/:org/user` → `0010`: the positions of its parameters. */
function parametersOf({ path }: DeclaredRoute): string {
  return segmentsOf(path)
    .map((segment) => (segment.startsWith(':') ? 1 : 0))
    .join('');
}

function segmentsOf(path: string): readonly string[] {
  return path.replace(/\/$/, '').split('/');
}

/** @throws Error when a route doesn't answer with this status, or not with a body (a line) like this. */
export function assertDeclared(route: DeclaredRoute, status: number, body: unknown): void {
  const name = `${route.method} ${route.path}`;
  if (status >= 400) {
    const { error_code: code } = body as { readonly error_code: string };
    if (route.errors[code] === status) return;
    throw new Error(`${name} answered ${status} ${code}, which is not declared`);
  }
  if (status !== route.answer.status)
    throw new Error(`${name} answered ${status} in place of ${route.answer.status}`);
  if (body === undefined) return;
  const { error } = schemaOf(route).safeParse(body);
  if (error)
    throw new Error(
      `${name} answered what is not declared: ${z.prettifyError(error)} in ${JSON.stringify(body)}`,
    );
}

const schemas = new Map<DeclaredRoute, z.ZodType>();

function schemaOf(route: DeclaredRoute): z.ZodType {
  let schema = schemas.get(route);
  if (!schema) {
    schema = route.answer.schema ? z.fromJSONSchema(route.answer.schema) : z.undefined();
    schemas.set(route, schema);
  }
  return schema;
}
