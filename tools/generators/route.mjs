import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { layDown, root, write } from './lay-down.mjs';
import { capitalized, instead, requireContextName, requirePascal, spellings, UsageError } from './names.mjs';
import { appendRpc, fields, hasRpc, serviceFile } from './proto.mjs';
import { camel, requestFields } from './request-fields.mjs';
import { withConstructorParameter, withImport, withMember } from './typescript.mjs';

const methods = ['GET', 'POST', 'PUT', 'DELETE'];
const surface = 'libs/gateway/src/classic';

/** An HTTP route of the gateway in the files of its resource, and the RPC behind it unless the context has it already. */
export async function generateRoute([contextName, rpcName, method, route, ...specifications]) {
  const context = requireContextName(contextName);
  const rpc = spellings(requirePascal(rpcName, 'the RPC'));
  if (!methods.includes(method))
    throw new UsageError(`Give a method of ${methods.join(', ')}${instead(method)}`);
  if (!/^\/v1\/:org\/[a-z_]+(\/(:?[a-z_]+))*\/?$/.test(route ?? '')) {
    throw new UsageError(`Give a path like /v1/:org/book/:book_id${instead(route)}`);
  }
  const routePath = route.replace(/\/$/, '');
  const parameters = [...routePath.matchAll(/:([a-z_]+)/g)].map(([, name]) => name).slice(1);
  const part = method === 'GET' ? 'query' : 'body';
  const request = requestFields(specifications, part);
  const isKnown = hasRpc(context, rpc.pascal);
  const resource = resourceOf(routePath);
  const files = filesOf(resource);
  if (existsSync(inRoot(files.routes)) && read(files.routes).includes(`export const ${rpc.camel} `))
    throw new UsageError(`${files.routes} declares ${rpc.camel} already. Nothing was written.`);

  const isNew = !existsSync(inRoot(files.controller));
  if (isNew) await addResource(resource, context);
  const facts = { context, rpc, method, routePath, parameters, part, request, files };
  if (specifications.length > 0) await addSchema(facts);
  await addDeclaration(facts, specifications.length > 0);
  await addHandler(facts, specifications.length > 0);
  if (!isKnown) {
    await appendRpc(
      context,
      rpc.pascal,
      'Say what it does, and which errors it answers beyond permission_denied.',
      fields([...parameters.map((name) => `${name}:string`), ...specifications], 2),
    );
  }
  return told(facts, { isKnown, isNew });
}

const inRoot = (file) => path.join(root, file);
const read = (file) => readFileSync(inRoot(file), 'utf8');

/** The last literal segment that has files of its own, else the first: `/v1/:org/organization/api_key` is `api-key`. */
function resourceOf(routePath) {
  const names = routePath
    .split('/')
    .slice(3)
    .filter((segment) => !segment.startsWith(':'))
    .map((segment) => segment.replaceAll('_', '-'));
  return names.findLast((name) => existsSync(inRoot(`${surface}/${name}`))) ?? names[0];
}

function filesOf(resource) {
  const stem = `${surface}/${resource}/${resource}`;
  return { routes: `${stem}.routes.ts`, schemas: `${stem}-schemas.ts`, controller: `${stem}.controller.ts` };
}

async function addResource(resource, context) {
  const pascal = resource.split('-').map(capitalized).join('');
  await layDown('resource', {
    resource,
    resourcePascal: pascal,
    context,
    client: `${capitalized(context)}Client`,
    clientToken: context.toUpperCase(),
  });
  const file = 'libs/gateway/src/controllers.ts';
  const text = withImport(
    read(file),
    `${pascal}Controller`,
    `./classic/${resource}/${resource}.controller.js`,
  );
  await write(file, text.replace(/\n\];/, `\n  ${pascal}Controller,\n];`));
}

async function addSchema({ rpc, request, files }) {
  let text = withImport(read(files.schemas), 'z', 'zod');
  for (const [name, module] of request.imports) text = withImport(text, name, module);
  await write(files.schemas, `${text}\nexport const ${rpc.pascal} = z.object({\n${request.schema}\n});\n`);
}

async function addDeclaration({ rpc, method, routePath, part, request, files }, hasFields) {
  let text = withImport(read(files.routes), 'defineRoute', '../../route/route.js');
  text = withImport(text, 'forCallers', '../../route/route-access.js');
  if (hasFields) text = withImport(text, rpc.pascal, `./${path.basename(files.schemas, '.ts')}.js`);
  if (hasFields && part === 'body') text = withImport(text, 'smallBody', '../../wire/sizes.js');
  if (method === 'GET') text = withImport(text, 'z', 'zod');
  const asked =
    part === 'body'
      ? `body: { media: 'json', schema: ${rpc.pascal}, mostBytes: smallBody }`
      : `query: ${rpc.pascal}`;
  const answer =
    method === 'GET'
      ? `{ status: 200, content: 'json', schema: z.strictObject({}) }`
      : `{ status: 204, content: 'nothing' }`;
  const declaration = `
export const ${rpc.camel} = defineRoute({
  operationId: '${rpc.kebab}',
  method: '${method}',
  path: '${routePath}',
  summary: 'Say in a sentence what it does.',
  access: forCallers(),
  request: { ${hasFields ? asked : ''} },
  answer: ${answer},
  errors: [],
  perMinute: 20,
  ${hasFields ? `example: { ${part}: ${request.example} },` : ''}
});
`;
  await write(files.routes, `${text}${declaration}`);
}

async function addHandler({ context, rpc, method, parameters, part, request, files }, hasFields) {
  const client = `${capitalized(context)}Client`;
  let text = withImport(read(files.controller), 'RouteInput', '../../route/route-input.js').replace(
    `import { RouteInput } from`,
    `import type { RouteInput } from`,
  );
  text = withImport(text, 'Serves', '../../route/serves.js');
  text = withImport(text, rpc.camel, `./${path.basename(files.routes, '.ts')}.js`);
  text = withImport(text, context.toUpperCase(), '../../services.js');
  text = withImport(text, `type ${client}`, '../../services.js');
  text = withConstructorParameter(
    text,
    context,
    `@Inject(${context.toUpperCase()}) private readonly ${context}: ${client},`,
  );
  const given = ['caller', ...(parameters.length > 0 ? ['params'] : []), ...(hasFields ? [part] : [])];
  const passed = [
    'caller',
    ...parameters.map((name) => `${camel(name)}: params.${name}`),
    ...request.arguments,
  ];
  const call = `await this.${context}.${rpc.camel}({ ${passed.join(', ')} });`;
  const isRead = method === 'GET';
  await write(
    files.controller,
    withMember(
      text,
      `@Serves(${rpc.camel})
async ${rpc.camel}({ ${given.join(', ')} }: RouteInput<typeof ${rpc.camel}>)${isRead ? '' : ': Promise<void>'} {
  ${call}${isRead ? '\nreturn {};' : ''}
}`,
    ),
  );
}

function told({ context, rpc, files }, { isKnown, isNew }) {
  const lib = `libs/${context}/src`;
  const ofRpc = [
    `Describe request and response of ${rpc.pascal} in ${serviceFile(context)}. Then: npm run codegen`,
    `${lib}/application/${rpc.kebab}.ts: the use case, one injectable class; it judges the grant's conditions
   (requirePermission) and throws DomainErrors. First a test over gRPC next to the others of ${context}.`,
    `${lib}/rpc/: the handler ${rpc.camel}; the compiler asks for it.`,
  ];
  const steps = [
    ...(isKnown ? [] : ofRpc),
    `${files.routes}: say of ${rpc.camel} which permissions it needs, what it answers (a strict schema beside the others),
   which errors, and its rate limit. ${files.controller}: map the answer (shown, sameNames).`,
    `A test over HTTP in libs/gateway/test; the tests of all routes take the declaration up by themselves.`,
    ...(isNew ? [`CODEOWNERS: who owns ${path.dirname(files.routes)}.`] : []),
  ];
  const written = [files.routes, files.schemas, files.controller].filter((file) => existsSync(inRoot(file)));
  return [
    `Wrote into ${written.join(', ')}${isKnown ? '' : `, and the RPC ${rpc.pascal} into ${serviceFile(context)}`}. Next:`,
    ...steps.map((step, index) => `${index + 1}. ${step}`),
  ];
}
