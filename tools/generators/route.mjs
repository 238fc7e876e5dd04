import { layDown } from './lay-down.mjs';
import { capitalized, requireContextName, requirePascal, spellings, UsageError } from './names.mjs';
import { appendRpc, serviceFile } from './proto.mjs';

const methods = { GET: 'Get', POST: 'Post', PUT: 'Put', DELETE: 'Delete' };

/** An HTTP route of the gateway and the RPC behind it. */
export async function generateRoute([contextName, rpcName, method, route]) {
  const context = requireContextName(contextName);
  const rpc = spellings(requirePascal(rpcName, 'the RPC'));
  if (!methods[method])
    throw new UsageError(`Give a method of ${Object.keys(methods).join(', ')}: "${method ?? ''}" is not.`);
  if (!/^\/v1\/:org\/[a-z_]+(\/(:?[a-z_]+))*\/?$/.test(route ?? '')) {
    throw new UsageError(`Give a path like /v1/:org/book/:book_id: "${route ?? ''}" is not.`);
  }
  const [, , , resource, ...rest] = route.replace(/\/$/, '').split('/');
  const parameters = rest.filter((part) => part.startsWith(':')).map((part) => part.slice(1));
  const camel = (name) => name.replace(/_(\w)/g, (_match, letter) => letter.toUpperCase());
  const comment = 'Say what it does, and which errors it answers beyond permission_denied.';
  await appendRpc(
    context,
    rpc.pascal,
    comment,
    parameters.map((name, index) => `  string ${name} = ${index + 2};`),
  );
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
  const controller = `${rpc.pascal}Controller`;
  const lib = `libs/${context}/src`;
  return [
    `Wrote the RPC ${rpc.pascal} into ${serviceFile(context)}, and ${files.join(', ')}. Next:`,
    `1. Describe request and response in the proto file. Then: npm run codegen`,
    `2. ${lib}/application/${rpc.kebab}.ts: the use case, one function; it judges the grant's conditions`,
    `   (requirePermission) and throws DomainErrors. First a test over gRPC next to the others of ${context}.`,
    `3. ${lib}/rpc/: the handler ${rpc.camel}; the compiler asks for it.`,
    `4. ${files[0]}: name the permissions in @ForCallers, add @Body or @Query with a zod schema`,
    `   (see the *-schemas.ts files), and map the answer to the wire (snake_case, RFC 3339 times).`,
    `5. libs/gateway/src/gateway.module.ts: add ${controller} to the controllers; libs/gateway/src/services.ts must have`,
    `   the client of ${context}. Then a test over HTTP in libs/gateway/src/*.int.spec.ts.`,
  ];
}
