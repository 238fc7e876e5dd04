import type { IdentityServiceService } from '@svc/contracts/identity';
import { workspaceOf } from '@svc/kernel';
import type { RpcClient } from '@svc/rpc';
import { LRUCache } from 'lru-cache';
import type { Workspaces } from '../ports/ports.js';

export type WorkspaceClient = Pick<RpcClient<typeof IdentityServiceService>, 'getWorkspaceStanding'>;

const knownMs = 5_000;
const maxKnown = 10_000;

/** Whether workspaces work, asked once for all who want to know at the same time. */
export function identityWorkspaces(identity: WorkspaceClient): Workspaces {
  const known = new LRUCache<string, { readonly works: boolean }>({
    max: maxKnown,
    ttl: knownMs,
    fetchMethod: (workspaceId) => identity.getWorkspaceStanding({ workspaceId }),
  });
  return {
    works: async (tenantId) => {
      const workspaceId = workspaceOf(tenantId);
      return workspaceId !== null && (await known.forceFetch(workspaceId)).works;
    },
  };
}
