import type { JsonObject, JsonValue } from '@svc/kernel';
import type { CallValues } from '../runner/tool-call.js';
import type { HttpMethod, HttpTool } from '../tool/http-tool.js';
import { placeValues } from './placed-values.js';

export interface RequestFields {
  /** For the query. */
  readonly query: readonly [string, string][];
  readonly body: { readonly text: string; readonly type: string } | undefined;
}

/** Where the input goes that is not in the path. Static fields win, so that no input replaces them. */
export function requestFields(
  { method, bodyFormat, staticBodyFields }: Pick<HttpTool, 'method' | 'bodyFormat' | 'staticBodyFields'>,
  input: JsonObject,
  inPath: ReadonlySet<string>,
  values: CallValues,
): RequestFields {
  const own = Object.entries(staticBodyFields).map(
    ([name, text]) => [name, placeValues(text, values)] as const,
  );
  const rest = Object.entries(input).filter(
    ([name]) => !inPath.has(name) && !Object.hasOwn(staticBodyFields, name),
  );
  const fields: readonly (readonly [string, JsonValue])[] = [...rest, ...own];
  if (!hasBody(method)) return { query: pairsOf(fields), body: undefined };
  if (bodyFormat === 'json') {
    const text = JSON.stringify(Object.fromEntries(fields));
    return { query: [], body: { text, type: 'application/json' } };
  }
  const text = new URLSearchParams(pairsOf(fields)).toString();
  return { query: [], body: { text, type: 'application/x-www-form-urlencoded' } };
}

function hasBody(method: HttpMethod): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

/** A list is a name several times; what has parts is JSON; null is left out. */
function pairsOf(fields: readonly (readonly [string, JsonValue])[]): readonly [string, string][] {
  return fields.flatMap(([name, value]): [string, string][] => {
    if (value === null) return [];
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => [name, textOf(item)]);
    return [[name, textOf(value)]];
  });
}

function textOf(value: JsonValue): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
}
