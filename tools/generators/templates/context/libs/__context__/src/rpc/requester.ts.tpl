import { callerFromMessage } from '@svc/auth';
import type { Caller as CallerMessage } from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import { organizationOf, requestMetadata } from '@svc/kernel';
import type { RpcCall } from '@svc/rpc';
import type { Requester } from '../application/{{context}}-context.js';

/** @throws DomainError `unauthenticated` without a caller; `permission_denied` for a workspace's request. */
export function requesterOf(message: CallerMessage | undefined, context: RpcCall): Requester {
  const caller = callerFromMessage(message);
  const { tenantId } = caller;
  const orgId = organizationOf(tenantId);
  if (orgId === null) {
    throw new DomainError('permission_denied', 'This belongs to organizations, not to workspaces.');
  }
  return { caller, tenantId, orgId, metadata: requestMetadata(`user:${caller.userId}`, context) };
}
