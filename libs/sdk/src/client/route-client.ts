import type { Core } from './core.js';
import { lowLevel, type LowLevel } from './low-level.js';

/** Each route by its method and path, for what has no method of its own. */
export abstract class RouteClient {
  readonly GET: LowLevel['GET'];
  readonly POST: LowLevel['POST'];
  readonly PUT: LowLevel['PUT'];
  readonly PATCH: LowLevel['PATCH'];
  readonly DELETE: LowLevel['DELETE'];
  readonly HEAD: LowLevel['HEAD'];
  readonly OPTIONS: LowLevel['OPTIONS'];
  /** Binds a route to a function. */
  readonly defineRoute: LowLevel['defineRoute'];

  protected constructor(core: Core) {
    const routes = lowLevel(core);
    this.GET = routes.GET;
    this.POST = routes.POST;
    this.PUT = routes.PUT;
    this.PATCH = routes.PATCH;
    this.DELETE = routes.DELETE;
    this.HEAD = routes.HEAD;
    this.OPTIONS = routes.OPTIONS;
    this.defineRoute = routes.defineRoute;
  }
}
