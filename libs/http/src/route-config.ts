import { RouteConfig } from '@nestjs/platform-fastify';

/** What a route says about itself to the hooks that run before its handler. Absent on the health routes. */
export interface EdgeRouteConfig {
  /** Media type of its body; JSON when left out. Another one is 415. */
  readonly consumes?: 'json' | 'multipart';
}

declare module 'fastify' {
  interface FastifyContextConfig {
    edge?: EdgeRouteConfig;
  }
}

/** Marks a handler whose body is `multipart/form-data`. */
export const ConsumesMultipart = (): MethodDecorator => RouteConfig({ edge: { consumes: 'multipart' } });
