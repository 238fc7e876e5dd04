import type { Route } from '@svc/gateway';
import { gatewayRoutes } from '@svc/gateway';
import fc from 'fast-check';
import type { HttpRequest } from './http-client.js';

/** What usually breaks parsers. */
const odd = ['', '.', '..', '%2F', '%00', '%ff', '%', '*', ':', '__proto__', 'constructor', '%5B0%5D'];
const keysOf = (pick: (route: Route) => object | undefined): string[] => [
  ...new Set(gatewayRoutes.flatMap((route) => Object.keys(pick(route) ?? {}))),
];
const segments = [...new Set(gatewayRoutes.flatMap(({ path }) => path.split('/').slice(1)))];

/** Words that get past the first checks: names that the gateway knows, and odd ones. */
const word = fc.oneof(
  fc.constantFrom('65f0000000000000000000c1', 'demo', ...segments, ...odd, 'livez', 'metrics'),
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
);
const anyPath = fc
  .tuple(fc.constantFrom('v1/demo', 'v1/demo', 'v1/demo', 'v1', ''), fc.array(word, { maxLength: 4 }))
  .map(([start, words]) => `/${[start, ...words].join('/')}`);

/** The path of a declared route with random parameters, mostly in the caller's own organization or workspace. */
const declaredPath = (route: Route, workspaceId: string) =>
  fc
    .tuple(
      ...route.path.split('/').map((segment) => {
        const own = { ':org': 'demo', ':workspace_id': workspaceId }[segment];
        if (own !== undefined) return fc.oneof({ arbitrary: fc.constant(own), weight: 9 }, word);
        return segment.startsWith(':') ? word : fc.constant(segment);
      }),
    )
    .map((words) => words.join('/'));

const parameter = fc.constantFrom(
  ...keysOf(({ request: { query } }) => query?.shape),
  ...['__proto__', 'constructor', 'id[]', 'id[0]'],
);
const value = fc.oneof(
  fc.constantFrom('text', 'voice', '1', '-1', '1e9', 'true', '%2Bname', '-created_at', 'a:b', '(', '^$'),
  fc.constantFrom('%00', '%zz'),
  fc.string({ maxLength: 10 }).map(encodeURIComponent),
);
const query = fc
  .array(fc.tuple(parameter, value), { maxLength: 4 })
  .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.join('=')).join('&')}`));

const anyValue = fc.oneof(fc.string(), fc.constantFrom('a', 'client', 'P1D'), fc.jsonValue());
const json = (route: Route) =>
  fc.oneof(
    fc
      .dictionary(fc.constantFrom(...keysOf(({ example }) => example?.body)), anyValue)
      .map((given) => JSON.stringify(given)),
    // The example, with some of it replaced.
    fc
      .dictionary(fc.constantFrom(...Object.keys(route.example?.body ?? { a: 1 })), anyValue, { maxKeys: 2 })
      .map((given) => JSON.stringify({ ...route.example?.body, ...given })),
    fc.json(),
  );
const forms = gatewayRoutes.flatMap(({ request: { body } }) =>
  body?.media === 'form' ? Object.keys(body.schema.shape) : [],
);
const multipart = fc
  .array(
    fc.tuple(
      fc.constantFrom(...forms, 'x'),
      fc.oneof(fc.constantFrom('user-message', 'skip', '2026-11-21T06:00:00Z', ''), fc.string()),
    ),
    { maxLength: 4 },
  )
  .map((parts) =>
    [
      ...parts.map(
        ([name, text]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
      ),
      '--b--\r\n',
    ].join(''),
  );
const ofForm = 'multipart/form-data; boundary=b';
const body = (route: Route) =>
  fc.oneof(
    fc.tuple(fc.constant('application/json'), json(route)),
    fc.tuple(fc.constant(ofForm), multipart),
    fc.tuple(fc.constantFrom('application/json', ofForm, 'text/plain', ''), fc.string()),
  );
const anyMethod = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS');

/** Requests to a route, mostly with its own method. @param workspaceId used for most `:workspace_id` */
export function requestsTo(route: Route, workspaceId: string): fc.Arbitrary<HttpRequest> {
  const method = fc.oneof({ arbitrary: fc.constant(route.method as string), weight: 5 }, anyMethod);
  return requests(method, declaredPath(route, workspaceId), body(route));
}

/** Requests that match no route on purpose. */
export function requestsAnywhere(): fc.Arbitrary<HttpRequest> {
  return fc.constantFrom(...gatewayRoutes).chain((route) => requests(anyMethod, anyPath, body(route)));
}

function requests(
  methods: fc.Arbitrary<string>,
  paths: fc.Arbitrary<string>,
  bodies: fc.Arbitrary<readonly [type: string, content: string]>,
): fc.Arbitrary<HttpRequest> {
  return fc.tuple(methods, paths, query, bodies).map(([method, path, search, [type, content]]) => ({
    method,
    path: `${path}${search}`,
    headers: { 'x-store-cluster-name': 'c', ...(type !== '' && { 'content-type': type }) },
    ...(method !== 'GET' && method !== 'HEAD' && { body: content }),
  }));
}
