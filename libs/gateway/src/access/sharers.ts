import type { Sharer } from '@svc/http';
import { callerKey, userKey, type AuthenticatedRequest } from '../limits/caller-key.js';

/** Concurrent requests, streams among them. */
export interface SharerBounds {
  /** Of one signed-in user, or of one workspace key. */
  readonly perUser: number;
  /** Of all users and workspace keys of one organization, where they come from. */
  readonly perOrganization: number;
  /** Of all callers who are not signed in; sign-ins are among them. */
  readonly anonymous: number;
}

/** For whom a request counts, so that neither a user nor an organization nor strangers take the whole process. */
export function sharersOf(request: AuthenticatedRequest, bounds: SharerBounds): readonly Sharer[] {
  const key = callerKey(request);
  const orgId = (request.workspaceCaller ?? request.caller)?.orgId;
  if (key === undefined || orgId === undefined)
    return [{ key: 'anonymous', bound: 'anonymous', most: bounds.anonymous }];
  return sharersOfCaller(key, orgId, bounds);
}

/** The same for a user whose token is genuine, while identity is asked about them. */
export function sharersOfUser(
  user: { readonly orgId: string; readonly userId: string },
  bounds: SharerBounds,
): readonly Sharer[] {
  return sharersOfCaller(userKey(user), user.orgId, bounds);
}

function sharersOfCaller(
  key: string,
  orgId: string,
  { perUser, perOrganization }: SharerBounds,
): readonly Sharer[] {
  return [
    { key: `caller ${key}`, bound: 'caller', most: perUser },
    { key: `organization ${orgId}`, bound: 'organization', most: perOrganization },
  ];
}
