import type { Route } from '../src/route/route.js';

/**
 * The declared route of a path: literal segments win over parameters, earlier ones first. A final slash makes no
 * difference.
 */
export function findRoute(routes: readonly Route[], method: string, path: string): Route | undefined {
  const asked = segmentsOf(path);
  const wanted = method === 'HEAD' ? 'GET' : method;
  return routes
    .filter((route) => route.method === wanted && matches(segmentsOf(route.path), asked))
    .sort((one, other) => (parametersOf(one) < parametersOf(other) ? -1 : 1))[0];
}

function matches(declared: readonly string[], asked: readonly string[]): boolean {
  return (
    declared.length === asked.length &&
    declared.every((segment, index) =>
      segment.startsWith(':') ? asked[index] !== '' : segment === decoded(asked[index] ?? ''),
    )
  );
}

/** `/v1/:org/user` → `0010`: the positions of its parameters. */
function parametersOf({ path }: Route): string {
  return segmentsOf(path)
    .map((segment) => (segment.startsWith(':') ? 1 : 0))
    .join('');
}

function segmentsOf(path: string): readonly string[] {
  // Repeated slashes count as one.
  return path.replace(/\/+/g, '/').replace(/\/$/, '').split('/');
}

/** The router compares decoded segments. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
