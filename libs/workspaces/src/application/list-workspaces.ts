import { Inject, Injectable } from '@nestjs/common';
import type { RequestedPage } from '@svc/errors';
import type { Database } from '@svc/postgres';
import { DATABASE } from '@svc/service-host';
import {
  queryAdministeredWorkspaces,
  type AdministeredWorkspace,
} from '../projections/administered-workspaces-query.js';
import { OrganizationDirectory } from './organization-directory.js';

/** The installer's view of all workspaces. */
@Injectable()
export class ListWorkspaces {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly directory: OrganizationDirectory,
  ) {}

  /** @param orgId null: of all organizations. @throws DomainError `organization_not_found`. */
  async execute(
    orgId: string | null,
    { limit, offset }: RequestedPage,
  ): Promise<{ readonly workspaces: readonly AdministeredWorkspace[]; readonly hasMore: boolean }> {
    if (orgId !== null) await this.directory.requireOrganization(orgId);
    const found = await queryAdministeredWorkspaces(this.database, { orgId, limit, offset });
    return { workspaces: found.slice(0, limit), hasMore: found.length > limit };
  }
}
