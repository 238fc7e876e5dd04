import { request } from 'node:http';
import fc from 'fast-check';
import { gatewayRoutes } from '../src/controllers.js';
import type { Route } from '../src/route/route.js';
import { answeringServices } from './answering-services.js';
import { startTestGateway, type TestGateway } from './harness.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway(answeringServices);
});
afterAll(() => gateway.stop());

/** What usually breaks parsers. */
const odd = ['', '.', '..', '%2F', '%00', '%ff', '%', '*', ':', '__proto__', 'constructor', '%5B0%5D'];
const keysOf = (pick: (route: Route) => object | undefined): string[] => [
  ...new Set(gatewayRoutes.flatMap((route) => Object.keys(pick(route) ?? {}))),
];
const segments = [...new Set(gatewayRoutes.flatMap(({ path }) => path.split('/').slice(1)))];

/** Words that get far: names that the gateway knows, and odd ones. */
const word = fc.oneof(
  fc.constantFrom('65f0000000000000000000c1', 'demo', ...segments, ...odd, 'livez', 'metrics'),
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
);
const anyPath = fc
  .tuple(fc.constantFrom('v1/demo', 'v1/demo', 'v1/demo', 'v1', ''), fc.array(word, { maxLength: 4 }))
  .map(([start, words]) => `/${[start, ...words].join('/')}`);

/** The path of a declared route with any words for its parameters, its organization as a rule the caller's. */
const declaredPath = (route: Route) =>
  fc
    .tuple(
      ...route.path.split('/').map((segment) => {
        if (segment === ':org') return fc.oneof({ arbitrary: fc.constant('demo'), weight: 9 }, word);
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
const body = (route: Route) =>
  fc.oneof(
    fc.tuple(fc.constant('application/json'), json(route)),
    fc.tuple(fc.constant('multipart/form-data; boundary=b'), multipart),
    fc.tuple(
      fc.constantFrom('application/json', 'multipart/form-data; boundary=b', 'text/plain', ''),
      fc.string(),
    ),
  );
const anyMethod = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS');

function send(
  method: string,
  target: string,
  [type, content]: readonly [string, string],
  authorization: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: gateway.port,
        method,
        path: target,
        headers: {
          authorization,
          'x-store-cluster-name': 'c',
          ...(type !== '' && { 'content-type': type }),
          ...(hasBody && { 'content-length': Buffer.byteLength(content) }),
        },
      },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(hasBody ? content : undefined);
  });
}

/** That each answer is also one that its route declares, the harness sees to. */
async function expectNoFailureOfOurs(sent: Promise<number>): Promise<void> {
  const status = await sent;
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
}

describe('whatever is sent', () => {
  it.each(gatewayRoutes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'to %s, it is never answered with a failure of ours',
    async (_name, route) => {
      const authorization = `Bearer ${await gateway.token()}`;
      const method = fc.oneof({ arbitrary: fc.constant(route.method as string), weight: 5 }, anyMethod);
      await fc.assert(
        fc.asyncProperty(method, declaredPath(route), query, body(route), (verb, where, search, content) =>
          expectNoFailureOfOurs(send(verb, `${where}${search}`, content, authorization)),
        ),
        { numRuns: 50 },
      );
    },
  );

  it('anywhere, it is never answered with a failure of ours', async () => {
    const authorization = `Bearer ${await gateway.token()}`;
    const [anyRoute] = gatewayRoutes;
    if (!anyRoute) throw new Error('there are no routes');
    await fc.assert(
      fc.asyncProperty(anyMethod, anyPath, query, body(anyRoute), (verb, where, search, content) =>
        expectNoFailureOfOurs(send(verb, `${where}${search}`, content, authorization)),
      ),
      { numRuns: 200 },
    );
  });
});
