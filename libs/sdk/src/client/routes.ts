import type { ClassicRoutes, PlatformRoutes } from '../gen/routes.js';

/** All routes of both interfaces, as `GET /v1/{workspace_id}/agents`. */
export interface Routes extends ClassicRoutes, PlatformRoutes {}
export type Route = keyof Routes;

/** What a client fills in itself. */
export type ScopeName = 'workspace_id' | 'org';

export type PathOf<R extends Route> = R extends `${string} ${infer Path}` ? Path : never;
export type RouteOf<Method extends string, Path extends string> = Extract<Route, `${Method} ${Path}`>;

/** Never: the route takes none. */
export type BodyOf<R extends Route> = Routes[R]['data'] extends { body?: infer Body }
  ? Exclude<Body, undefined>
  : never;
/** Those that can be called with none: a method without a body would always fail on the others. */
export type RouteWithoutBody = {
  [R in Route]: Routes[R]['data'] extends { body: object } ? never : R;
}[Route];
export type QueryOf<R extends Route> = Routes[R]['data'] extends { query?: infer Query }
  ? Exclude<Query, undefined>
  : never;
/** Of a success; undefined where it has no body. */
export type ResultOf<R extends Route> = NoBody<Routes[R]['responses'][keyof Routes[R]['responses']]>;
type NoBody<Result> = Result extends object ? Result : undefined;

/** An id in a path: a number only for versions. */
type Id = string | number;
/** One for each placeholder of the path, but those that the client fills in. */
export type IdsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name extends ScopeName
    ? IdsOf<Rest>
    : [id: Id, ...IdsOf<Rest>]
  : [];
export type PlaceholderOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, ScopeName> | PlaceholderOf<Rest>
  : never;

const placeholder = /\{([^}]+)\}/g;

/** Of the path, in their order. */
export function placeholdersOf(path: string): string[] {
  return [...path.matchAll(placeholder)].map(([, name = '']) => name);
}

/** @throws TypeError for a value that would make another path of it */
export function filledPath(path: string, values: Readonly<Record<string, string | number>>): string {
  return path.replace(placeholder, (_whole, name: string) => {
    const value = String(values[name] ?? '');
    if (value === '' || value === '.' || value === '..')
      throw new TypeError(`${name} must be an id: it can't be ${JSON.stringify(value)}.`);
    return encodeURIComponent(value);
  });
}

/** A value of a query: lists repeat their name; what is absent or null is left out. */
export type QueryValue = string | number | boolean | Date | null | undefined;

/** @returns with its `?`; empty where nothing is in it */
export function queryText(query: object = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query) as [string, QueryValue | readonly QueryValue[]][])
    for (const one of Array.isArray(value) ? (value as readonly QueryValue[]) : [value as QueryValue])
      if (one !== undefined && one !== null)
        parameters.append(name, one instanceof Date ? one.toISOString() : String(one));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
