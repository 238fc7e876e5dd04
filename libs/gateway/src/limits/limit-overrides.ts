import type { Route } from '../route/route.js';

/** Requests per minute that replace the declared ones: by name of the route, or `*` for all others. */
export type LimitOverrides = ReadonlyMap<string, number>;

export const noOverrides: LimitOverrides = new Map();
const allOthers = '*';

type Named = Pick<Route, 'method' | 'path'>;

/** The override for a route, if any. Read for every request. */
export function overrideFor(route: Named, overrides: LimitOverrides): number | undefined {
  if (overrides.size === 0) return undefined;
  let name = names.get(route);
  if (name === undefined) names.set(route, (name = nameOf(`${route.method} ${route.path}`)));
  return overrides.get(name) ?? overrides.get(allOthers);
}

const names = new WeakMap<Named, string>();

/**
 * Reads `{"POST /v1/{org}/conversation/": 60, "*": 1000}`. Parameter names and a final slash make no difference.
 * @returns the overrides, or what is wrong with the text
 */
export function parseLimitOverrides(text: string, routes: readonly Named[]): LimitOverrides | string {
  const given = parseObject(text);
  if (!given) return 'must be a JSON object, such as {"POST /v1/{org}/conversation/": 60}';
  const known = new Set([allOthers, ...routes.map(({ method, path }) => nameOf(`${method} ${path}`))]);
  const overrides = new Map<string, number>();
  for (const [key, limit] of Object.entries(given)) {
    const name = nameOf(key);
    if (!known.has(name))
      return `names no route with "${key}": METHOD /path/template as in /v1/openapi.json, or *`;
    if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > maxPerMinute)
      return `must give "${key}" a whole number from 1 to ${maxPerMinute}`;
    overrides.set(name, limit);
  }
  return overrides;
}

const maxPerMinute = 1_000_000_000;

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function nameOf(route: string): string {
  return route.replaceAll(/\{\w+\}|:\w+/g, '{}').replace(/(?<=.)\/$/, '');
}
