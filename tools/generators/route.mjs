import path from 'node:path';
import ts from 'typescript';
import {
  controllerOf,
  absentRoutesFile,
  controllersFile,
  gatewayResources,
  newResource,
  resourceOf,
  servicesFile,
} from './gateway-resources.mjs';
import { capitalized, instead, requireContextName, requirePascal, spellings, UsageError } from './names.mjs';
import { appendRpc, fields, hasRpc, serviceFile } from './proto.mjs';
import { camel, requestFields } from './request-fields.mjs';
import { append, byDistance, constant, edit, importNames, insertAtEnd, insertBefore } from './syntax.mjs';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** An HTTP route in the controller of its resource, and the RPC behind it unless the context has it already. */
export function generateRoute(draft, [contextName, rpcName, method, path, ...specifications]) {
  const context = requireContextName(contextName);
  const rpc = spellings(requirePascal(rpcName, 'the RPC'));
  if (!methods.includes(method))
    throw new UsageError(`Give a method of ${methods.join(', ')}${instead(method)}`);
  if (!/^\/v1(\/:?[a-z][a-z0-9_-]*)+\/?$/.test(path ?? '') || path.startsWith('/v1/:org/:'))
    throw new UsageError(
      `Give a path like /v1/:org/book/:book_id or /v1/:workspace_id/books/:book_id${instead(path)}`,
    );
  const route = describe({ context, rpc, method, declaredPath: path, specifications });
  const isKnown = hasRpc(draft, context, rpc.pascal);
  if (!draft.read(servicesFile).includes(` ${route.token} `))
    throw new UsageError(`${servicesFile} has no client of ${context}: add it first.`);

  const resources = gatewayResources(draft);
  requireNew(resources, route);
  const found = resourceOf(resources, route.surface, route.path);
  const resource = found ?? newResource(resources, route.surface, route.path);
  if (!found) addResource(draft, resource);
  edit(draft, resource.file, (source) => [
    ...importsFor(source, route),
    ...declarationAndHandler(source, route),
  ]);
  if (!isKnown) addRpc(draft, route);
  removeAbsent(draft, route);
  return told(route, resource, { isKnown, isNew: !found });
}

function describe({ context, rpc, method, declaredPath, specifications }) {
  const path = declaredPath.replace(/\/$/, '');
  const part = method === 'GET' ? 'query' : 'body';
  const surface = path.startsWith('/v1/:org/') ? 'classic' : 'platform';
  const isOfWorkspace = path.includes('/:workspace_id');
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return {
    context,
    rpc,
    method,
    path,
    declaredPath,
    part,
    surface,
    isOfWorkspace,
    specifications,
    /** The caller says the organization and the workspace. */
    parameters: parameters.filter((name) => !['org', 'workspace_id'].includes(name)),
    request: requestFields(specifications, part),
    token: context.toUpperCase(),
    client: `${capitalized(context)}Client`,
    access: accessOf(surface, method, isOfWorkspace),
  };
}

function accessOf(surface, method, isOfWorkspace) {
  if (surface === 'classic') return 'forCallers()';
  if (isOfWorkspace) return `forWorkspace('Workspace.${method === 'GET' ? 'view' : 'update'}')`;
  return 'forUsers({ requires: [] })';
}

function requireNew(resources, { rpc, method, path }) {
  for (const { file, routes } of resources) {
    const same = routes.find(
      (route) =>
        route.operationId === rpc.kebab || (route.method === method && shape(route) === shape({ path })),
    );
    if (same)
      throw new UsageError(`${file} declares ${same.method} ${same.path} as ${same.operationId} already.`);
  }
}

/** The router does not tell parameters apart by their names. */
const shape = ({ path }) => path.replaceAll(/:\w+/g, ':');

/** Published routes that were not built are listed: a route in both places fails the start. */
function removeAbsent(draft, { method, path }) {
  const entry = `\n  { method: '${method}', path: '${path}' },`;
  const text = draft.read(absentRoutesFile);
  if (text.includes(entry)) draft.write(absentRoutesFile, text.replace(entry, ''));
}

function addResource(draft, { surface, file, className }) {
  draft.write(
    file,
    `import { Controller, Inject } from '@nestjs/common';\n\n@Controller()\nexport class ${className} {}\n`,
  );
  const module = `./${path.relative(path.dirname(controllersFile), file).replace(/\.ts$/, '.js')}`;
  if (!module.startsWith(`./${surface}/`)) throw new Error(`${file} is outside of its surface.`);
  edit(draft, controllersFile, (source) => [
    append(constant(source, 'served'), className),
    importNames(source, [className], module),
  ]);
}

function importsFor(source, { surface, method, part, isOfWorkspace, access, request, token, client }) {
  const hasFields = request.schema !== '';
  const isPlatform = surface === 'platform';
  const body = hasFields && part === 'body';
  const wanted = {
    '@nestjs/common': ['Inject'],
    '../../route/index.js': [
      'defineRoute',
      access.slice(0, access.indexOf('(')),
      'type RouteInput',
      'Serves',
    ],
    '../../services.js': [token, `type ${client}`],
    ...(hasFields || method === 'GET' ? { zod: ['z'] } : {}),
    ...request.imports,
    ...(body || method === 'GET' ? { '../../wire/documented.js': ['named'] } : {}),
    ...(hasFields ? { '../../wire/request-fields.js': ['requestFields'] } : {}),
    ...(body ? { '../../wire/sizes.js': ['smallBody'] } : {}),
    ...(isPlatform ? { '../per-minute.js': [limitOf(method)] } : {}),
    ...(isOfWorkspace ? { '../workspace-path.js': ['WorkspacePath'] } : {}),
  };
  return Object.keys(wanted)
    .sort(byDistance)
    .map((module) => importNames(source, wanted[module], module));
}

const limitOf = (method) => (method === 'GET' ? 'readsPerMinute' : 'writesPerMinute');

function declarationAndHandler(source, route) {
  const { rpc, method, request, part, parameters, client, context, token } = route;
  const controller = controllerOf(source);
  if (constant(source, rpc.camel) ?? controller.members.find(({ name }) => name?.getText() === rpc.camel))
    throw new UsageError(`${source.fileName} has another ${rpc.camel} already: name the RPC differently.`);
  const known = parametersOfConstructor(controller).find(({ type }) => type?.getText() === client);
  const property = known?.name.getText() ?? context;
  const given = [
    'caller',
    ...(parameters.length > 0 ? ['params'] : []),
    ...(request.schema === '' ? [] : [part]),
  ];
  const passed = [
    'caller',
    ...parameters.map((name) => `${camel(name)}: params.${name}`),
    ...(request.schema === '' ? [] : [`...requestFields(${part})`]),
  ];
  const answers = method === 'GET' ? '\n  return {};' : '';
  const handler = `@Serves(${rpc.camel})
async ${rpc.camel}({ ${given.join(', ')} }: RouteInput<typeof ${rpc.camel}>) {
  await this.${property}.${rpc.camel}({ ${passed.join(', ')} });${answers}
}`;
  return [
    insertBefore(controller, declarationOf(route)),
    known
      ? undefined
      : constructorParameter(controller, `@Inject(${token}) private readonly ${context}: ${client}`),
    insertAtEnd(controller, `\n${handler}`),
  ];
}

function declarationOf({ rpc, method, declaredPath, part, surface, isOfWorkspace, access, request }) {
  const isPlatform = surface === 'platform';
  const object = `z.object({\n${request.schema}\n})`;
  const schema = part === 'body' ? `named('${rpc.pascal}Request', ${object})` : object;
  const hasFields = request.schema !== '';
  const asked =
    part === 'body' ? `body: { media: 'json', schema: ${schema}, maxBytes: smallBody }` : `query: ${schema}`;
  const parts = [...(isOfWorkspace ? ['params: WorkspacePath'] : []), ...(hasFields ? [asked] : [])];
  const answer =
    method === 'GET'
      ? `{ status: 200, content: 'json', schema: named('${rpc.pascal}Answer', z.strictObject({})) }`
      : `{ status: 204, content: 'nothing' }`;
  return `const ${rpc.camel} = defineRoute({
  operationId: '${rpc.kebab}',${isPlatform ? "\n  surface: 'platform'," : ''}
  method: '${method}',
  path: '${declaredPath}',
  summary: 'Say in a sentence what it does.',
  access: ${access},
  request: { ${parts.join(', ')} },
  answer: ${answer},
  errors: [],
  perMinute: ${isPlatform ? limitOf(method) : 20},${hasFields ? `\n  example: { ${part}: ${request.example} },` : ''}
});`;
}

const parametersOfConstructor = (controller) =>
  controller.members.find(ts.isConstructorDeclaration)?.parameters ?? [];

function constructorParameter(controller, parameter) {
  const constructor = controller.members.find(ts.isConstructorDeclaration);
  if (!constructor) return { at: controller.members.pos, text: `constructor(${parameter}) {}` };
  return append(
    { elements: constructor.parameters, getEnd: () => constructor.body.getStart() - 1 },
    parameter,
  );
}

function addRpc(draft, { context, rpc, surface, isOfWorkspace, parameters, specifications }) {
  appendRpc(draft, context, {
    rpc: rpc.pascal,
    comment: 'Say what it does, and which errors it answers beyond permission_denied.',
    caller: surface === 'platform' && isOfWorkspace ? 'WorkspaceCaller' : 'Caller',
    lines: fields([...parameters.map((name) => `${name}:string`), ...specifications], 2),
  });
}

function told({ context, rpc }, { file }, { isKnown, isNew }) {
  const lib = `libs/${context}/src`;
  const ofRpc = [
    `${serviceFile(context)}: say what ${rpc.pascal} is asked and answers. Then: npm run codegen`,
    `${lib}/application/${rpc.kebab}.ts: the use case, one injectable class; it judges the grant's conditions
   (requirePermission) and throws DomainErrors. First a test over gRPC beside the others of ${context}.`,
    `${lib}/rpc/: the handler ${rpc.camel}; the compiler asks for it.`,
  ];
  const steps = [
    ...(isKnown ? [] : ofRpc),
    `${file}: which permissions ${rpc.camel} needs, what it answers (a strict schema, shown, sameNames), which errors, and
   its rate limit. Then: npm run codegen`,
    `A test over HTTP in libs/gateway/test. The tests of all routes find the declaration by themselves; a new id in its path or
   example is declared in apps/standalone/test/every-route/things.ts.`,
    ...(isNew ? [`CODEOWNERS: who owns ${path.dirname(file)}.`] : []),
  ];
  return steps.map((step, index) => `${index + 1}. ${step}`);
}
