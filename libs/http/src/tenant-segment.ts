import type { ErrorSurface } from '@svc/errors';
import { isUuid, reservedSegments } from '@svc/kernel';

export type FirstSegment = 'reserved' | 'workspace' | 'organization';

/**
 * The kind of the segment after `/v1`: first the literals of a closed list, then a UUID is a workspace, anything else
 * an organization.
 */
export function classifyFirstSegment(segment: string): FirstSegment {
  if (reservedSegments.has(segment)) return 'reserved';
  return isUuid(segment) ? 'workspace' : 'organization';
}

/** Of all reserved literals, only these are not part of the Platform interface. */
const classicSegments: ReadonlySet<string> = new Set(['openapi.json']);

/**
 * The interface of a path, whether it has a route or not.
 * @param url with or without a query, or the template of a route
 */
export function surfaceOf(url: string): ErrorSurface {
  const [, version, first = ''] = (url.split('?', 1)[0] ?? '').split('/');
  if (version !== 'v1' || classicSegments.has(first)) return 'classic';
  if (first === 's') return 'form';
  const isOfOrganization = first !== ':workspace_id' && classifyFirstSegment(first) === 'organization';
  return isOfOrganization ? 'classic' : 'platform';
}
