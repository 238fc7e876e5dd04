import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { gatewayRoutes } from '@svc/gateway';
import { faultsOfAnswer, faultsOfLine, findRoute } from '@svc/gateway/answers-of-routes';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface HttpRequest {
  readonly method: string;
  /** From the root on, with its query. */
  readonly path: string;
  readonly headers?: Headers;
  /** An object goes as JSON, text and bytes as they are. */
  readonly body?: object | string | undefined;
}

export type Headers = Readonly<Record<string, string>>;

export function bearing(credential: string): Headers {
  return { authorization: `Bearer ${credential}` };
}

/** @returns the whole response with any status. @throws Error if its route does not declare it. */
export async function send(baseUrl: string, { method, path, headers, body }: HttpRequest): Promise<Answer> {
  const isJson = typeof body === 'object' && !(body instanceof FormData);
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
  });
  const contentType = response.headers.get('content-type') ?? '';
  const { status } = response;
  const said = isEndless(method, path, status) ? await beginningOf(response) : await response.text();
  return asDeclared(method, path, { status, contentType, text: said });
}

/** The same with raw path and body text: `fetch` would normalize the path. */
export async function sendAsIs(
  baseUrl: string,
  { method, path, headers, body }: HttpRequest,
): Promise<Answer> {
  const content = typeof body === 'string' ? body : undefined;
  const length = content === undefined ? {} : { 'content-length': Buffer.byteLength(content) };
  const outgoing = request(baseUrl, { method, path, headers: { ...headers, ...length } }).end(content);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const contentType = response.headers['content-type'] ?? '';
  const status = response.statusCode ?? 0;
  const endless = isEndless(method, path, status);
  if (endless) response.destroy();
  return asDeclared(method, path, { status, contentType, text: endless ? '' : await text(response) });
}

function isEndless(method: string, path: string, status = 0): boolean {
  const { answer } = findRoute(gatewayRoutes, method, path.split('?', 1)[0] ?? '') ?? {};
  return status < 400 && answer?.content === 'sse' && answer.isEndless === true;
}

/** Of no interface. The server passes over slashes too many, and one at the end. */
function isHealth(pathname: string): boolean {
  return /^\/+(?:livez|readyz|metrics)\/*$/.test(pathname);
}

/** What comes first. The client leaves then. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return new TextDecoder().decode(value);
}

function asDeclared(method: string, path: string, given: Answer & { readonly contentType: string }): Answer {
  const answer = { ...given, isHead: method === 'HEAD' };
  const pathname = path.split('?', 1)[0] ?? '';
  if (isHealth(pathname)) return answer;
  const route = findRoute(gatewayRoutes, method, pathname);
  const isStream = route?.answer.content === 'ndjson' && answer.status < 400;
  const lines = isStream ? answer.text.split('\n').filter((line) => line !== '') : [];
  const violations = [
    ...faultsOfAnswer(route, answer),
    ...lines.flatMap((line) => faultsOfLine(route, line)),
  ];
  if (violations.length > 0) throw new Error(`${method} ${path} ${violations.join('; ')}`);
  return answer;
}

/** A request that must succeed. @throws Error with the actual response. */
export async function demand<Body>(baseUrl: string, asked: HttpRequest): Promise<Body> {
  const { status, text: answered } = await send(baseUrl, asked);
  if (status >= 400) throw new Error(`${asked.method} ${asked.path}: ${status} ${answered}`);
  return (answered === '' ? undefined : JSON.parse(answered)) as Body;
}
