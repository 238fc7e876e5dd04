import type { AdministeredWorkspace, Workspace } from '@svc/contracts/identity';
import type { ServiceClients } from './service-clients.js';

const perPage = 500;

/** A workspace as the installer sees it. */
export type ListedWorkspace = AdministeredWorkspace & { readonly workspace: Workspace };

/** Every workspace of an organization, or of all (undefined), oldest first. */
export async function* administeredWorkspaces(
  { identityAdmin }: Pick<ServiceClients, 'identityAdmin'>,
  orgId?: string,
): AsyncGenerator<ListedWorkspace> {
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const page = await identityAdmin.listWorkspaces({
      ...(orgId !== undefined && { orgId }),
      page: { limit: perPage, offset },
    });
    for (const { workspace, ...rest } of page.workspaces) if (workspace) yield { ...rest, workspace };
    offset = page.page?.nextOffset;
  }
}
