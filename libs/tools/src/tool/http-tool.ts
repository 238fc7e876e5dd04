import type { Authorization } from './authorization.js';
import type { ToolTraits } from './tool-traits.js';

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type HttpMethod = (typeof httpMethods)[number];

/**
 * A tool that is one HTTP request. `{{NAME}}` in path, headers and static body fields are variables and secrets of the
 * call, put in by code; `{param}` in the path is a member of the input, percent-encoded.
 */
export interface HttpTool extends ToolTraits {
  readonly kind: 'http';
  /** http or https, without user, password, query and fragment. */
  readonly baseUrl: string;
  readonly method: HttpMethod;
  /** Appended to the base; may have a query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Beside the input. They win over members of the input of the same name. */
  readonly staticBodyFields: Readonly<Record<string, string>>;
  /** Of POST, PUT and PATCH. GET and DELETE have the input in the query. */
  readonly bodyFormat: 'json' | 'form';
  /** `{{a.b.0}}` stands for what the answer holds there, `{{.}}` for all of it. Null: the answer is the result. */
  readonly responseTemplate: string | null;
  /** In characters; 0: no bound of its own. */
  readonly maxResponseLength: number;
  readonly maxRetries: number;
  readonly retryOnStatus: readonly number[];
  readonly authorization: Authorization | null;
}

/** Whether a request of this method changes something (RFC 9110, 9.2.1). */
export function hasEffects(method: HttpMethod): boolean {
  return method !== 'GET';
}

/** Whether a second equal request changes nothing more (RFC 9110, 9.2.2). */
export function isIdempotent(method: HttpMethod): boolean {
  return method !== 'POST' && method !== 'PATCH';
}
