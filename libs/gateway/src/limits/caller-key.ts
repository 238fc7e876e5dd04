import type { FastifyRequest } from 'fastify';

export type AuthenticatedRequest = Pick<FastifyRequest, 'caller' | 'workspaceCaller'>;

/** Who asks, as they are counted: a user, or a workspace key by itself. Undefined where nobody is signed in. Ids hold no slash. */
export function callerKey({ caller, workspaceCaller }: AuthenticatedRequest): string | undefined {
  if (workspaceCaller) {
    const { orgId, userId, tenantId, credentialId } = workspaceCaller;
    return userId === undefined ? `${tenantId}/${credentialId}` : `${orgId}/${userId}`;
  }
  return caller && `${caller.orgId}/${caller.userId}`;
}
