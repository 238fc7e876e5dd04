import type { AbsentRoute } from '@svc/http';

/**
 * Published routes that are not built, as far as their paths are those of built ones: without this list the first would be
 * taken for a user's, and the others answered 405. One that gets built goes from here; both at once fail the start.
 */
export const absentRoutes: readonly AbsentRoute[] = [
  { method: 'POST', path: '/v1/:org/user/signin' },
  { method: 'GET', path: '/v1/:org/user/search' },
  { method: 'DELETE', path: '/v1/:org/organization' },
  { method: 'POST', path: '/v1/:org/service' },
];
