import type { RequestContext } from '@svc/rpc';
import type { Author } from '../domain/author.js';

/** Whom events and lists name as the one who made a change. */
export function authorOf({ caller }: RequestContext): Author {
  return { orgId: caller.orgId, userId: caller.userId };
}
