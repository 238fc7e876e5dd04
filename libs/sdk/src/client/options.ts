import type { HeaderValues } from '../transport/headers.js';
import type { RequestOptions } from '../transport/transport.js';

/** Inner ones win; headers merge. */
export function mergedOptions(outer: RequestOptions, inner: RequestOptions = {}): RequestOptions {
  const defined = Object.fromEntries(Object.entries(inner).filter(([, value]) => value !== undefined));
  const headers = [...entriesOf(outer.headers), ...entriesOf(inner.headers)];
  return {
    ...outer,
    ...defined,
    ...(outer.retry && inner.retry && { retry: { ...outer.retry, ...inner.retry } }),
    ...(headers.length > 0 && { headers }),
  };
}

/** With their nulls, which remove what was given further out. */
function entriesOf(headers: HeaderValues | undefined): (readonly [string, string | null])[] {
  if (headers === undefined) return [];
  if (headers instanceof Headers) return [...headers];
  if (Array.isArray(headers)) return [...(headers as readonly (readonly [string, string | null])[])];
  return Object.entries(headers as Readonly<Record<string, string | null>>);
}
