import { callerFromMessage } from '@svc/auth';
import type { Caller as CallerMessage } from '@svc/contracts/common';
import { DomainError } from '@svc/errors';
import type { CallContext } from '@svc/rpc';
import type { Requester } from '../application/requester.js';
import { actorOf, metadataOf } from './metadata.js';

const organizationPrefix = 'org:';

/** @throws DomainError `unauthenticated` without a caller; `permission_denied` for a workspace's request. */
export function requesterOf(message: CallerMessage | undefined, context: CallContext): Requester {
  const caller = callerFromMessage(message);
  const { tenantId } = caller;
  if (!tenantId.startsWith(organizationPrefix)) {
    throw new DomainError('permission_denied', 'This belongs to organizations, not to workspaces.');
  }
  const orgId = tenantId.slice(organizationPrefix.length);
  return { caller, tenantId, orgId, metadata: metadataOf(actorOf(caller), context) };
}
