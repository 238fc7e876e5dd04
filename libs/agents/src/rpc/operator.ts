import { permissionNames } from '@svc/auth';
import type { Author as AuthorMessage } from '@svc/contracts/agents';
import { requestMetadata } from '@svc/kernel';
import type { Requester, RpcCall } from '@svc/rpc';
import { requireTenant } from './request-parts.js';

const everything = permissionNames.map((permissionName) => ({ permissionName, conditions: {} }));

/**
 * The operator of the installation, who may do everything and acts for `author`. The gateway has no client of the
 * service that takes such requests.
 * @throws DomainError `invalid_request` when there is no such tenant.
 */
export function operatorOf(tenant: string, author: AuthorMessage | undefined, call: RpcCall): Requester {
  const tenantId = requireTenant(tenant);
  const role = { roleId: '', roleName: 'operator', displayName: 'operator' };
  return {
    caller: {
      tenantId,
      orgId: author?.orgId ?? '',
      userId: author?.userId ?? '',
      ...role,
      grants: everything,
    },
    tenantId,
    metadata: requestMetadata('operator', call),
    signal: call.signal,
  };
}
