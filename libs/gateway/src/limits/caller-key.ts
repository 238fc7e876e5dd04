import type { FastifyRequest } from 'fastify';

export type AuthenticatedRequest = Pick<FastifyRequest, 'caller' | 'workspaceCaller'>;

/**
 * The key under which a caller is counted: a user or a workspace key. Undefined if nobody is signed in. Ids hold no
 * slash.
 */
export function callerKey({ caller, workspaceCaller }: AuthenticatedRequest): string | undefined {
  if (workspaceCaller) {
    const { orgId, userId, tenantId, credentialId } = workspaceCaller;
    return userId === undefined ? `${tenantId}/${credentialId}` : userKey({ orgId, userId });
  }
  return caller && userKey(caller);
}

export function userKey({ orgId, userId }: { readonly orgId: string; readonly userId: string }): string {
  return `${orgId}/${userId}`;
}
