import type { WorkspaceNeed } from '../route/route-access.js';
import type { Route } from '../route/route.js';
import type { Operation } from './open-api.js';
import { parametersOf } from './parameters.js';
import { requestBodyOf } from './request-body.js';
import { responsesOf } from './responses.js';
import type { SchemaWriter } from './schema-writer.js';
import type { SurfaceFacts } from './surfaces.js';

/** The OpenAPI operation of one route. */
export function operationOf(route: Route, surface: SurfaceFacts, schemas: SchemaWriter): Operation {
  const description = descriptionOf(route);
  const requestBody = requestBodyOf(route, schemas);
  return {
    operationId: route.operationId,
    tags: [tagOf(route)],
    summary: route.summary,
    ...(description && { description }),
    ...(route.deprecated && { deprecated: true }),
    security: securityOf(route, surface),
    parameters: parametersOf(route, schemas),
    ...(requestBody && { requestBody }),
    responses: responsesOf(route, schemas),
  };
}

/** The first literal segment after the organization. Routes outside of organizations belong to the service itself. */
export function tagOf({ path }: Route): string {
  const [, version, tenant, resource] = path.split('/');
  return version === 'v1' && tenant?.startsWith(':') && resource ? resource : 'service';
}

function descriptionOf({ access: { requires, orElse, asks, workspace }, request: { body } }: Route): string {
  const named = (permissions: readonly string[]) => permissions.map((name) => `\`${name}\``).join(', ');
  return [
    workspace?.permission ? `Needs ${inWorkspace(workspace)} in the workspace.` : '',
    requires.length > 0 ? `Needs ${named(requires)}${orElse ? ` (or ${named([orElse])})` : ''}.` : '',
    asks.length > 0 ? `Shows what ${named(asks)} grants.` : '',
    body ? `The body may hold ${body.maxBytes} bytes.` : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function inWorkspace({ permission, orElse }: WorkspaceNeed): string {
  return orElse ? `\`${permission}\` (or \`${orElse}\`)` : `\`${permission}\``;
}

function securityOf({ access }: Route, { securitySchemes }: SurfaceFacts): Operation['security'] {
  if (access.credential === 'none') return [];
  // Only a token creates an organization: the Basic form names an organization that the path does not.
  const names = Object.keys(securitySchemes).filter(
    (name) => access.organization === 'known' || name === 'Bearer',
  );
  const any = names.map((name) => ({ [name]: [] }));
  return access.credential === 'optional' ? [{}, ...any] : any;
}
