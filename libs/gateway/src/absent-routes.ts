import type { AbsentRoute } from '@svc/http';

/**
 * Published routes that are not built and whose paths match those of built routes. Without this list the gateway would
 * read the first as a user's path and answer 405 to the others. Remove a route from here when you build it: a route in
 * both places fails the start.
 */
export const absentRoutes: readonly AbsentRoute[] = [
  { method: 'POST', path: '/v1/:org/user/signin' },
  { method: 'DELETE', path: '/v1/:org/organization' },
];
