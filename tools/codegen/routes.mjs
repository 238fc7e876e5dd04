// Writes what follows from the declared routes of the gateway: docs/api/routes.md, and test/support/gen/routes.json for the
// tests that only talk HTTP. node tools/codegen/routes.mjs
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import '../../test/support/source-loader.mjs';
import { root } from '../workspace/packages.mjs';

const sourceOf = (file) => import(pathToFileURL(path.join(root, 'libs/gateway/src', file)).href);

/** Every route as plain JSON, the schema of its answer (or of each line of it) as JSON Schema. */
export async function routeList() {
  const { gatewayRoutes } = await sourceOf('controllers.ts');
  const { errorCodesOf } = await sourceOf('route/route-errors.ts');
  const { errorTable, wireCode } = await import('@svc/errors');
  return gatewayRoutes.map((route) => {
    const { operationId, surface = 'classic', method, path: template, summary, access } = route;
    const { request, answer, perMinute, example = {} } = route;
    const schema = answer.schema ?? answer.line;
    return {
      operationId,
      surface,
      method,
      path: template,
      summary,
      access,
      body: request.body ? { media: request.body.media, maxBytes: request.body.maxBytes } : null,
      answer: {
        status: answer.status,
        content: answer.content,
        mediaType: answer.mediaType ?? mediaTypes[answer.content] ?? null,
        schema: schema ? z.toJSONSchema(schema, { io: 'input' }) : null,
        events: answer.events
          ? Object.fromEntries(
              Object.entries(answer.events.data).map(([name, data]) => [
                name,
                z.toJSONSchema(data, { io: 'input' }),
              ]),
            )
          : null,
      },
      /** Error code → status. */
      errors: Object.fromEntries(
        [...errorCodesOf(route)].sort().map((code) => [wireCode(code, surface), errorTable[code].httpStatus]),
      ),
      ownErrors: route.errors.map((code) => wireCode(code, surface)),
      perMinute,
      example,
    };
  });
}

const mediaTypes = {
  json: 'application/json',
  document: 'application/json',
  ndjson: 'application/x-ndjson',
  sse: 'text/event-stream',
  'json-or-sse': 'application/json',
};

/** @returns {Promise<string>} the whole page */
export async function routesPage() {
  const routes = await routeList();
  return `# Routes

Written by \`npm run codegen\` from the declarations in \`libs/gateway/src/{classic,platform}/*/*.controller.ts\`; a test compares them. The [other pages](README.md) say what no declaration says.

- **needs**: 403 \`permission_denied\` unless the caller's role has each of these. **looks at**: a list shows only what they grant, an answer holds less without them. Of a workspace it is the credential that needs a permission. \`–\`: any signed-in user of the organization, or any key of the workspace. The service that owns the data judges the conditions of the grants.
- **body**: its largest size; 413 beyond.
- **per minute**: requests of one user, or of one address where nobody is signed in ([limits](limits.md#requests-in-a-minute)).
- **refused with**: what it can be answered beyond [the errors that all routes have](errors.md).

## Classic

${tableOf(routes.filter(({ surface }) => surface !== 'platform'))}

## Platform

${tableOf(routes.filter(({ surface }) => surface === 'platform'))}
`;
}

const head = `| route | | needs | looks at | body | answers | per minute | refused with |
|---|---|---|---|---|---|---|---|`;

function tableOf(routes) {
  return [head, ...routes.map(rowOf)].join('\n');
}

function neededFor({ credential, requires, orElse, workspace }) {
  if (credential !== 'required') return 'no credential';
  const inWorkspace = workspace?.permission ? [workspace.permission, ...requires] : requires;
  const other = workspace?.orElse ?? orElse;
  return listed(inWorkspace, '–') + (other ? ` or \`${other}\`` : '');
}

function rowOf({ method, path: template, summary, access, body, answer, perMinute, ownErrors }) {
  const cells = [
    `\`${method} ${template.replaceAll(/:(\w+)/g, '{$1}')}\``,
    summary,
    neededFor(access),
    listed(access.asks, ''),
    body ? `${body.media === 'form' ? 'form, ' : ''}${body.maxBytes / 1024} KiB` : '',
    answer.content === 'nothing' ? answer.status : `${answer.status} ${namedContent(answer)}`,
    perMinute ?? (access.credential === 'optional' ? '100; 600 of an address' : '600 of an address'),
    listed(ownErrors, ''),
  ];
  return `| ${cells.join(' | ')} |`;
}

function namedContent({ content }) {
  return { document: 'JSON', 'json-or-sse': 'JSON or SSE' }[content] ?? content.toUpperCase();
}

function listed(names, none) {
  return names.length === 0 ? none : names.map((name) => `\`${name}\``).join(', ');
}

function writeChanged(file, text) {
  const target = path.join(root, file);
  if (existsSync(target) && readFileSync(target, 'utf8') === text) return;
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
  console.log(`Wrote ${file}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeChanged('docs/api/routes.md', await routesPage());
  writeChanged('test/support/gen/routes.json', `${JSON.stringify(await routeList(), null, 2)}\n`);
}
