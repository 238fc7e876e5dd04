import type { IdentityServiceService } from '@svc/contracts/identity';
import { organizationOf } from '@svc/kernel';
import type { RpcClient } from '@svc/rpc';
import type { Dimensions } from '../ports/ports.js';
import { defaultDimensions } from '../domain/user-model/dimension.js';

export type DimensionsClient = Pick<RpcClient<typeof IdentityServiceService>, 'resolveUserDimensions'>;

/** The organization's own; the default ones if it has none, and for workspaces. */
export function identityDimensions(identity: DimensionsClient): Dimensions {
  return {
    async of(tenantId) {
      const orgId = organizationOf(tenantId);
      if (orgId === null) return defaultDimensions;
      const { userDimensions } = await identity.resolveUserDimensions({ orgId });
      return userDimensions.length > 0 ? userDimensions : defaultDimensions;
    },
  };
}
