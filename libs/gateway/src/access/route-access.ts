import { RouteConfig } from '@nestjs/platform-fastify';
import type { PermissionName } from '@svc/auth';
import type { EdgeRouteConfig } from '@svc/http';

/** Who may use a route. Read before the body of a request is. */
export interface RouteAccess {
  /** `none`: no credential is looked at. `optional`: one that is given must be good. */
  readonly credential: 'none' | 'optional' | 'required';
  /** 403 unless the caller's role names each of them; the owning service judges their conditions. */
  readonly requires: readonly PermissionName[];
  /** Sent along when the caller has them: lists filter by them, answers grow by them. */
  readonly asks: readonly PermissionName[];
  /** `known`: the credential must be of the organization in the path. `new`: the path names one that is to be made. */
  readonly organization: 'known' | 'new';
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
}

type Options = Partial<Pick<RouteAccess, 'requires' | 'asks' | 'organization'>> & {
  readonly consumes?: EdgeRouteConfig['consumes'];
};

/** A route for signed-in users. */
export const ForCallers = (options: Options = {}): MethodDecorator => access('required', options);

/** A route that answers more to those who are signed in. */
export const ForAnyone = (options: Options = {}): MethodDecorator => access('optional', options);

/** A route that looks at no bearer credential, nor at a body. */
export const Public = (): MethodDecorator => access('none', { consumes: 'nothing' });

function access(credential: RouteAccess['credential'], options: Options): MethodDecorator {
  const { requires = [], asks = [], organization = 'known', consumes = 'json' } = options;
  return RouteConfig({ access: { credential, requires, asks, organization }, edge: { consumes } });
}
