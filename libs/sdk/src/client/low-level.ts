import type { RateLimit } from '../transport/rate-limit.js';
import type { RequestOptions } from '../transport/transport.js';
import { parsedBody, type Core } from './core.js';
import { lastResponseOf } from './response-metadata.js';
import type { BodyOf, PathOf, PlaceholderOf, QueryOf, ResultOf, Route, RouteOf } from './routes.js';

/** What a route has answered. */
export interface RawResult<Data> {
  readonly data: Data;
  readonly response: Response;
  readonly requestId: string | null;
  readonly rateLimit: RateLimit;
}

export type RawInput<R extends Route> = RequestOptions & {
  readonly query?: QueryOf<R>;
  readonly body?: BodyOf<R>;
} & ([PlaceholderOf<PathOf<R>>] extends [never]
    ? { readonly path?: undefined }
    : { readonly path: Readonly<Record<PlaceholderOf<PathOf<R>>, string | number>> });

type Inputs<R extends Route> = [PlaceholderOf<PathOf<R>>] extends [never]
  ? [input?: RawInput<R>]
  : [input: RawInput<R>];
type PathsWith<Method extends string> = PathOf<Extract<Route, `${Method} ${string}`>>;
type RawCall<Method extends string> = <const Path extends PathsWith<Method>>(
  path: Path,
  ...inputs: Inputs<RouteOf<Method, Path>>
) => Promise<RawResult<ResultOf<RouteOf<Method, Path>>>>;
type WithoutBody = <const Path extends PathOf<Route>>(
  path: Path,
  input?: RequestOptions & {
    readonly path?: Readonly<Record<string, string | number>>;
    readonly query?: object;
  },
) => Promise<RawResult<undefined>>;
type BodyMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Each route by its method and path, for what has no method of its own. The client fills in its workspace or organization. */
export type LowLevel = { readonly [Method in BodyMethod]: RawCall<Method> } & {
  readonly HEAD: WithoutBody;
  readonly OPTIONS: WithoutBody;
  /** Binds a route: the result takes what the route's own method takes behind the path. */
  readonly defineRoute: <Method extends BodyMethod, const Path extends PathsWith<Method>>(
    method: Method,
    path: Path,
  ) => (...inputs: Inputs<RouteOf<Method, Path>>) => Promise<RawResult<ResultOf<RouteOf<Method, Path>>>>;
};

interface AnyInput extends RequestOptions {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: object;
  readonly body?: unknown;
}

export function lowLevel(core: Core): LowLevel {
  const call =
    (method: string) =>
    async (route: string, { path, query, body, ...options }: AnyInput = {}): Promise<RawResult<unknown>> => {
      const received = await core.request(
        method,
        route,
        { ...(path && { ids: path }), query, body },
        options,
      );
      const { requestId, rateLimit } = lastResponseOf(received.response);
      const hasNoBody = method === 'HEAD' || method === 'OPTIONS';
      const data = hasNoBody ? undefined : parsedBody(received);
      return { data, response: received.response, requestId, rateLimit };
    };
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
  const defineRoute = (method: string, path: string) => (input?: AnyInput) => call(method)(path, input);
  return {
    ...Object.fromEntries(methods.map((method) => [method, call(method)])),
    defineRoute,
  } as unknown as LowLevel;
}
