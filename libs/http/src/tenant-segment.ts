import type { ErrorSurface } from '@svc/errors';
import { isUuid, reservedSegments } from '@svc/kernel';

export type FirstSegment = 'reserved' | 'workspace' | 'organization';

/**
 * What the segment after `/v1` stands for: the literals of a closed list win, then a UUID is a workspace, anything else
 * an organization.
 */
export function classifyFirstSegment(segment: string): FirstSegment {
  if (reservedSegments.has(segment)) return 'reserved';
  return isUuid(segment) ? 'workspace' : 'organization';
}

/** Of all that is reserved these alone are no part of the Platform interface. */
const classicSegments: ReadonlySet<string> = new Set(['openapi.json']);

/**
 * Whose interface a path is of, whether anything is served there or not.
 * @param url with or without a query; the template of a route will do
 */
export function surfaceOf(url: string): ErrorSurface {
  const [, version, first = ''] = (url.split('?', 1)[0] ?? '').split('/');
  if (version !== 'v1' || classicSegments.has(first)) return 'classic';
  const isOfOrganization = first !== ':workspace_id' && classifyFirstSegment(first) === 'organization';
  return isOfOrganization ? 'classic' : 'platform';
}
