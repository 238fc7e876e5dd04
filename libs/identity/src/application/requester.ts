import type { Caller } from '@svc/auth';
import type { EventMetadata, TenantId } from '@svc/kernel';
import type { CommandTarget } from './command-handler.js';

/** Who asks, about which organization, in which request. */
export interface Requester {
  readonly caller: Caller;
  readonly tenantId: TenantId;
  /** The organization that the request is about; the caller may be of another one. */
  readonly orgId: string;
  readonly metadata: EventMetadata;
}

export function targetOf({ tenantId, orgId, metadata }: Requester, id: string): CommandTarget {
  return { tenantId, orgId, id, metadata };
}
