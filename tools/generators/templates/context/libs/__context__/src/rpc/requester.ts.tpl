import { callerFromMessage } from '@svc/auth';
import type { Caller as CallerMessage } from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import type { CallContext } from '@svc/rpc';
import type { Requester } from '../application/{{context}}-context.js';

const organizationPrefix = 'org:';

/** @throws DomainError `unauthenticated` without a caller; `permission_denied` for a workspace's request. */
export function requesterOf(message: CallerMessage | undefined, context: CallContext): Requester {
  const caller = callerFromMessage(message);
  const { tenantId } = caller;
  if (!tenantId.startsWith(organizationPrefix)) {
    throw new DomainError('permission_denied', 'This belongs to organizations, not to workspaces.');
  }
  const { requestId, traceparent } = context;
  const metadata = {
    actor: `user:${caller.userId}`,
    correlationId: requestId,
    causationId: requestId,
    ...(traceparent === undefined ? {} : { traceparent }),
  };
  return { caller, tenantId, orgId: tenantId.slice(organizationPrefix.length), metadata };
}
