import type { Caller } from '@svc/contracts/common';
import type { IdentityProcess } from './identity-process.js';

export interface TokenIds {
  readonly orgId: string;
  readonly userId: string;
  readonly apiKeyId: string;
}

/**
 * The caller that the gateway derives from a token: who it is and all its grants, in its own organization or another.
 */
export async function callerOf(
  { identity }: IdentityProcess,
  token: TokenIds,
  enteredOrgId = token.orgId,
): Promise<Caller> {
  const { active, ...access } = await identity.getAccess({ ...token, enteredOrgId });
  if (!active) throw new Error('The token has no access.');
  const { orgId, userId } = token;
  return { ...access, tenantId: `org:${enteredOrgId}`, orgId, userId };
}
