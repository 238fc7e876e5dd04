import type { Requester } from '@svc/rpc';
import type { Author } from '../domain/author.js';

/** Whom events and lists name as the one who made a change. */
export function authorOf({ caller }: Requester): Author {
  return { orgId: caller.orgId, userId: caller.userId };
}
