/** What a route says about itself to the hooks that run before its handler: `@RouteConfig({ edge: { … } })` of Nest. */
export interface EdgeRouteConfig {
  /** Media type of its body; JSON when left out. Another one is 422. With `nothing`, a body is not looked at. */
  readonly consumes?: 'json' | 'multipart' | 'nothing';
  /** Largest JSON body, in bytes, that it reads; `HttpLimits.bodyBytes` when left out. A larger one is 413. */
  readonly bodyBytes?: number;
  /** Of every answer, refusals included. */
  readonly headers?: Readonly<Record<string, string>>;
  /** One of `AbsentRoute`: answered 404 before anything else of it is looked at. */
  readonly isAbsent?: true;
}

/**
 * A route that is documented but not built, where the path is that of another one: it is answered 404, in place of 405 or
 * of what the other one would say.
 */
export interface AbsentRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** As Fastify writes it. */
  readonly path: `/${string}`;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    edge?: EdgeRouteConfig;
  }
}
