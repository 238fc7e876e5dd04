import type { JsonObject, JsonValue } from '@svc/kernel';
import type { CallValues } from '../runner/tool-call.js';
import type { HttpTool } from '../tool/http-tool.js';
import { DefinitionError, InputRejection } from './input-rejection.js';
import { placeValues } from './placed-values.js';

const parameter = /\{([A-Za-z_][A-Za-z0-9_-]{0,127})\}/g;

/** The members of the input that a path takes. */
export function pathParameters(path: string): ReadonlySet<string> {
  return new Set(
    [...path.replaceAll(/\{\{[^{}]*\}\}/g, '').matchAll(parameter)].map(([, name]) => name as string),
  );
}

/**
 * The URL of a request. Neither input nor values can leave the base: they are percent-encoded, no parameter is empty, no
 * segment of the path is `..`, and the result is compared with the base.
 * @param query further parameters
 * @throws InputRejection, DefinitionError
 */
export function requestUrl(
  { baseUrl, path }: Pick<HttpTool, 'baseUrl' | 'path'>,
  input: JsonObject,
  values: CallValues,
  query: readonly (readonly [string, string])[],
): URL {
  const base = baseOf(baseUrl);
  const mark = path.indexOf('?');
  const [route, search] = mark === -1 ? [path, ''] : [path.slice(0, mark), path.slice(mark + 1)];
  const url = new URL(base);
  const folder = base.pathname.replace(/\/+$/, '');
  const written = placed(route, input, values);
  requireInside(written);
  url.pathname = `${folder}/${written}`;
  url.search = placed(search, input, values);
  for (const [name, value] of query) url.searchParams.append(name, value);
  if (url.origin !== base.origin || !url.pathname.startsWith(`${folder}/`))
    throw new DefinitionError('The path leaves the base URL.');
  return url;
}

/** @throws DefinitionError */
export function baseOf(baseUrl: string): URL {
  const base = serverUrl(baseUrl);
  base.search = '';
  base.hash = '';
  return base;
}

/** @throws DefinitionError */
export function serverUrl(text: string): URL {
  const url = URL.parse(text);
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === null || !isHttp) throw new DefinitionError('The base URL must be an http or https URL.');
  if (url.username !== '' || url.password !== '')
    throw new DefinitionError('The base URL must have no user and password: use the authorization.');
  return url;
}

function placed(text: string, input: JsonObject, values: CallValues): string {
  // Values first: what they hold is encoded, so no brace of theirs is read as a parameter.
  return placeValues(text, values, encodeURIComponent).replaceAll(parameter, (_whole, name: string) =>
    encodeURIComponent(parameterText(name, Object.hasOwn(input, name) ? input[name] : undefined)),
  );
}

function parameterText(name: string, value: JsonValue | undefined): string {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!isText || value === '')
    throw new InputRejection(`/${name} must be a text, a number or a boolean that is not empty`);
  return String(value).toWellFormed();
}

/** URLs resolve such segments, also when they are percent-encoded (WHATWG URL, double-dot segment). */
function requireInside(path: string): void {
  for (const segment of path.split(/[/\\]/))
    if (/^(?:\.|%2e){1,2}$/i.test(segment))
      throw new InputRejection('a part of the path must not be . or ..');
}
