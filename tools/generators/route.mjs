import { layDown } from './lay-down.mjs';
import { capitalized, instead, requireContextName, requirePascal, spellings, UsageError } from './names.mjs';
import { appendRpc, hasRpc, serviceFile } from './proto.mjs';

const methods = { GET: 'Get', POST: 'Post', PUT: 'Put', DELETE: 'Delete' };

/** An HTTP route of the gateway, and the RPC behind it unless the context has it already. */
export async function generateRoute([contextName, rpcName, method, route]) {
  const context = requireContextName(contextName);
  const rpc = spellings(requirePascal(rpcName, 'the RPC'));
  if (!methods[method])
    throw new UsageError(`Give a method of ${Object.keys(methods).join(', ')}${instead(method)}`);
  if (!/^\/v1\/:org\/[a-z_]+(\/(:?[a-z_]+))*\/?$/.test(route ?? '')) {
    throw new UsageError(`Give a path like /v1/:org/book/:book_id${instead(route)}`);
  }
  const [, , , resource, ...rest] = route.replace(/\/$/, '').split('/');
  const parameters = rest.filter((part) => part.startsWith(':')).map((part) => part.slice(1));
  const camel = (name) => name.replace(/_(\w)/g, (_match, letter) => letter.toUpperCase());
  const isKnown = hasRpc(context, rpc.pascal);
  const values = {
    rpc: rpc.pascal,
    rpcCamel: rpc.camel,
    rpcKebab: rpc.kebab,
    rpcWords: rpc.words,
    client: `${capitalized(context)}Client`,
    clientToken: context.toUpperCase(),
    context,
    resource: resource.replaceAll('_', '-'),
    prefix: `v1/:org/${resource}`,
    httpMethod: methods[method],
    subPath: rest.length === 0 ? '' : `'${rest.join('/')}'`,
    parameterList: parameters.map((name) => `@Param('${name}') ${camel(name)}: string,`).join('\n'),
    parameterImport: parameters.length === 0 ? '' : 'Param, ',
    requestFields: ['caller', ...parameters.map(camel)].join(', '),
  };
  const files = await layDown('route', values);
  if (!isKnown) {
    await appendRpc(
      context,
      rpc.pascal,
      'Say what it does, and which errors it answers beyond permission_denied.',
      parameters.map((name, index) => `  string ${name} = ${index + 2};`),
    );
  }
  const controller = `${rpc.pascal}Controller`;
  const lib = `libs/${context}/src`;
  const ofRpc = [
    `Describe request and response of ${rpc.pascal} in ${serviceFile(context)}. Then: npm run codegen`,
    `${lib}/application/${rpc.kebab}.ts: the use case, one function; it judges the grant's conditions
   (requirePermission) and throws DomainErrors. First a test over gRPC next to the others of ${context}.`,
    `${lib}/rpc/: the handler ${rpc.camel}; the compiler asks for it.`,
  ];
  const steps = [
    ...(isKnown ? [] : ofRpc),
    `${files[0]}: name the permissions in @ForCallers, add @Body or @Query with a zod schema
   (see the *-schemas.ts files), and map the answer to the wire (snake_case, RFC 3339 times).`,
    `libs/gateway/src/gateway.module.ts: add ${controller} to the controllers; libs/gateway/src/services.ts must have
   the client of ${context}. Then a test over HTTP in libs/gateway/test.`,
  ];
  return [
    `Wrote ${files.join(', ')}${isKnown ? '' : `, and the RPC ${rpc.pascal} into ${serviceFile(context)}`}. Next:`,
    ...steps.map((step, index) => `${index + 1}. ${step}`),
  ];
}
