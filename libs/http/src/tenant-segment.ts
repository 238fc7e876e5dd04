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
