import type { RequestContext } from '@svc/rpc';
import type { Author } from '../domain/author.js';

/** The author of a change in events and lists. */
export function authorOf({ caller }: RequestContext): Author {
  return { orgId: caller.orgId, userId: caller.userId };
}
