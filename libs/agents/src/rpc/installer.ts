import { permissionNames } from '@svc/auth';
import type { Author as AuthorProto } from '@svc/contracts/agents';
import { requestMetadata } from '@svc/kernel';
import type { RequestContext, RpcCall } from '@svc/rpc';
import { requireTenant } from './request-parts.js';

const everything = permissionNames.map((permissionName) => ({ permissionName, conditions: {} }));

/**
 * The installer, who may do everything and acts for `author`. Only the admin service takes such requests, and the
 * gateway has no client of it.
 * @throws DomainError `invalid_request` when there is no such tenant.
 */
export function installerOf(tenant: string, author: AuthorProto | undefined, call: RpcCall): RequestContext {
  const tenantId = requireTenant(tenant);
  const role = { roleId: '', roleName: 'installer', displayName: 'installer' };
  return {
    caller: {
      tenantId,
      orgId: author?.orgId ?? '',
      userId: author?.userId ?? '',
      responsibleUserId: author?.userId ?? '',
      withOwnKey: true,
      ...role,
      grants: everything,
    },
    tenantId,
    metadata: requestMetadata('installer', call),
    signal: call.signal,
  };
}
