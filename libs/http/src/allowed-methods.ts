import type { FastifyInstance } from 'fastify';
import { classifyFirstSegment } from './tenant-segment.js';

/** Methods of the routes that match a path, for `OPTIONS` and 405. Off the hot path: used only if no route matched. */
export interface AllowedMethods {
  /** Sorted; empty if no route has the path. @param path without the query. */
  at(path: string): readonly string[];
}

interface KnownRoute {
  readonly segments: readonly string[];
  readonly methods: readonly string[];
}

/** Records routes as they are added; call it before the first one. */
export function watchAllowedMethods(instance: FastifyInstance): AllowedMethods {
  const routes: KnownRoute[] = [];
  instance.addHook('onRoute', ({ method, url, config }) => {
    if (config?.edge?.isAbsent) return;
    routes.push({ segments: segmentsOf(url), methods: [method].flat() });
  });
  return {
    at(path) {
      const asked = segmentsOf(path);
      const matching = routes.filter(({ segments }) => matches(segments, asked));
      // `/user/signin` is not a user: where a literal path matches, those with a parameter in its place don't count.
      const fewest = Math.min(...matching.map(({ segments }) => parametersIn(segments)));
      const methods = matching
        .filter(({ segments }) => parametersIn(segments) === fewest)
        .flatMap((route) => route.methods);
      return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])].sort();
    },
  };
}

function matches(segments: readonly string[], asked: readonly string[]): boolean {
  return (
    segments.length === asked.length &&
    segments.every((segment, index) => standsFor(segment, asked[index] ?? ''))
  );
}

function parametersIn(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith(':')).length;
}

/** A tenant's segment matches only tenants of its kind, so no path has methods of both interfaces. */
function standsFor(segment: string, asked: string): boolean {
  if (segment === ':org') return classifyFirstSegment(asked) === 'organization' && asked !== '';
  if (segment === ':workspace_id') return classifyFirstSegment(asked) === 'workspace';
  return segment.startsWith(':') ? asked !== '' : segment === asked;
}

/** A final slash makes no difference, nor does one that is repeated. */
function segmentsOf(path: string): readonly string[] {
  return path
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .split('/');
}
