/** What a route declares to the hooks that run before its handler: `@RouteConfig({ edge: { … } })` of Nest. */
export interface EdgeRouteConfig {
  /** Media type of its body; default JSON. Another one is 422. With `nothing`, a body is ignored. */
  readonly consumes?: 'json' | 'multipart' | 'nothing';
  /** Largest JSON body that it reads, in bytes; default `HttpLimits.bodyBytes`. A larger one is 413. */
  readonly bodyBytes?: number;
  /** Most values of a JSON body; default 10,000. More are 422. */
  readonly bodyValues?: number;
  /** On every response, errors included. */
  readonly headers?: Readonly<Record<string, string>>;
  /** One of `AbsentRoute`: 404 before any other check. */
  readonly isAbsent?: true;
}

/**
 * A route that is documented but not built, on the path of another route. It is 404, in place of 405 or of the other
 * one's response.
 */
export interface AbsentRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In Fastify's syntax. */
  readonly path: `/${string}`;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    edge?: EdgeRouteConfig;
  }
}
