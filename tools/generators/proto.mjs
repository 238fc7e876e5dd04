// Additions to the proto files of a context. Only appends: a contract never changes otherwise.
import { readingVerbs } from '../codegen/safe-methods.mjs';
import { UsageError } from './names.mjs';

const scalars = ['string', 'bool', 'int32', 'int64', 'double', 'bytes'];

export const eventsFile = (context) => `proto/svc/${context}/v1/events.proto`;
export const serviceFile = (context) => `proto/svc/${context}/v1/${context}_service.proto`;

function read(draft, file) {
  if (draft.exists(file)) return draft.read(file);
  throw new UsageError(`There is no ${file}: generate the context first.`);
}

/** `title:string`, `title:string?` for a field that can be absent; `title:string:personal` says who or what somebody is. */
export function parseField(specification, types = scalars) {
  const [, name, type, mark, personal] =
    /^([a-z][a-z0-9_]*):(\w+)(\??)(:personal)?$/.exec(specification) ?? [];
  if (types.includes(type))
    return { name, type, isOptional: mark === '?', isPersonal: personal !== undefined };
  throw new UsageError(
    `Give fields as name:type with a type of ${types.join(', ')}, name:type? when absent is allowed, and :personal behind
that when it says who a person is or what they said: "${specification}" is not.`,
  );
}

const personalOption = '(svc.common.v1.personal)';
/** First in the message of an event that leaves its context. */
export const publicOption = '  option (svc.common.v1.public) = true;';
const optionsImport = 'import "svc/common/v1/options.proto";';

/** `title:string` -> `string title = 1;` */
export function fields(specifications, first = 1) {
  return specifications
    .map((specification) => parseField(specification))
    .map(
      ({ name, type, isOptional, isPersonal }, index) =>
        `  ${isOptional ? 'optional ' : ''}${type} ${name} = ${first + index}${isPersonal ? ` [${personalOption} = true]` : ''};`,
    );
}

/** Imports are sorted by name. */
function withOptions(text, lines) {
  if (!lines.some((line) => line.includes('(svc.common.v1.')) || text.includes(optionsImport)) return text;
  const imports = text.match(/^import ".*";$/gm) ?? [];
  if (imports.length === 0) return text.replace(/^package .*;$/m, (line) => `${line}\n\n${optionsImport}`);
  const sorted = [...imports, optionsImport].sort().join('\n');
  return text.replace(imports.join('\n'), sorted);
}

function assertNew(text, file, message) {
  if (new RegExp(`^message ${message} `, 'm').test(text))
    throw new UsageError(`${file} has ${message} already.`);
}

export function appendMessage(draft, file, comment, message, lines) {
  const text = withOptions(read(draft, file), lines);
  assertNew(text, file, message);
  const body = lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n}`;
  draft.write(file, `${text.trimEnd()}\n\n${comment ? `// ${comment}\n` : ''}message ${message} ${body}\n`);
}

function readService(draft, context) {
  const file = serviceFile(context);
  const text = read(draft, file);
  const service = /^service \w+Service \{\n[\s\S]*?\n\}/m.exec(text)?.[0];
  if (!service) throw new UsageError(`${file} declares no service.`);
  return { file, text, service };
}

export const hasRpc = (draft, context, rpc) => readService(draft, context).service.includes(` ${rpc}(`);

/**
 * Adds an RPC to the context's service, and its two messages.
 * @param {'Caller' | 'WorkspaceCaller'} caller who asks
 */
export function appendRpc(draft, context, { rpc, comment, caller, lines }) {
  const { file, text, service } = readService(draft, context);
  assertNew(text, file, `${rpc}Request`);
  const end = readingVerbs.test(rpc) ? ' { option idempotency_level = NO_SIDE_EFFECTS; }' : ';';
  const line = `  // ${comment}\n  rpc ${rpc}(${rpc}Request) returns (${rpc}Response)${end}`;
  draft.write(
    file,
    text.replace(service, () => `${service.slice(0, -2)}\n${line}\n}`),
  );
  appendMessage(draft, file, '', `${rpc}Request`, [`  svc.common.v1.${caller} caller = 1;`, ...lines]);
  appendMessage(draft, file, '', `${rpc}Response`, []);
}
