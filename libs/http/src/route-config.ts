/** What a route says about itself to the hooks that run before its handler: `@RouteConfig({ edge: { … } })` of Nest. */
export interface EdgeRouteConfig {
  /** Media type of its body; JSON when left out. Another one is 415. With `nothing`, a body is not looked at. */
  readonly consumes?: 'json' | 'multipart' | 'nothing';
  /** Largest JSON body, in bytes, that it reads; `HttpLimits.bodyBytes` when left out. A larger one is 413. */
  readonly bodyBytes?: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    edge?: EdgeRouteConfig;
  }
}
