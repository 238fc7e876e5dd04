import type { Route } from '../route/route.js';
import { formSchemas, sharedComponents } from './components.js';
import type { OpenApiDocument, Operation } from './open-api.js';
import { operationOf, tagOf } from './operation.js';
import { SchemaWriter } from './schema-writer.js';
import { surfaces, type DocumentedSurface } from './surfaces.js';

/** The routes in the document of a surface, in order. */
export function routesOf(routes: readonly Route[], surface: DocumentedSurface): readonly Route[] {
  return routes.filter((route) => (route.surface ?? 'classic') === surface);
}

/** The OpenAPI 3.1 document of a surface. The same routes give the same bytes. */
export function openApiDocument(routes: readonly Route[], surface: DocumentedSurface): OpenApiDocument {
  const facts = surfaces[surface];
  const documented = routesOf(routes, surface);
  const schemas = new SchemaWriter();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of documented) {
    const methods = (paths[templateOf(route)] ??= {});
    methods[route.method.toLowerCase()] = operationOf(route, facts, schemas);
  }
  return {
    openapi: '3.1.0',
    info: { title: facts.title, version: facts.version, description: facts.description },
    servers: [{ url: '/' }],
    tags: [...new Set(documented.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: facts.securitySchemes,
      ...sharedComponents,
      schemas: {
        ...sharedComponents['schemas'],
        ...(surface === 'platform' && formSchemas),
        ...schemas.components,
      },
    },
  };
}

/** `/v1/:org/user/:user_id` → `/v1/{org}/user/{user_id}`. */
export function templateOf({ path }: Pick<Route, 'path'>): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}
