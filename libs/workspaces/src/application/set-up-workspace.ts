import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@svc/errors';
import type { CommandTarget } from '@svc/event-store';
import { workspaceTenant, type IdGenerator } from '@svc/kernel';
import { IDS } from '@svc/service-host';
import { WORKSPACES_OPTIONS, type WorkspacesOptions } from '../workspaces-options.js';
import { limits } from '../domain/limits.js';
import type { CreateWorkspace, ExistingWorkspace } from '../domain/workspace/workspace.js';
import { slugTaken } from '../domain/workspace/workspace-rules.js';
import { isSlugTaken, isWorkspaceLimitReached } from '../projections/workspace-rows.js';
import { Workspaces } from './workspaces.js';

export interface NewWorkspace extends Omit<
  CreateWorkspace,
  'type' | 'workspaceId' | 'region' | 'servingRegion'
> {
  /** Null: the serving region. */
  readonly region: string | null;
}

/** Creates a workspace without a permission check. */
@Injectable()
export class SetUpWorkspace {
  constructor(
    private readonly workspaces: Workspaces,
    @Inject(IDS) private readonly ids: IdGenerator,
    @Inject(WORKSPACES_OPTIONS) private readonly options: WorkspacesOptions,
  ) {}

  /** @throws DomainError `slug_conflict`, `limit_reached` (1,000 of the organization), `validation_failed`. */
  async execute(
    { tx, metadata }: Pick<CommandTarget, 'tx' | 'metadata'>,
    workspace: NewWorkspace,
  ): Promise<ExistingWorkspace> {
    const workspaceId = this.ids.uuid();
    const { region: servingRegion } = this.options;
    const region = workspace.region ?? servingRegion;
    const { state } = await this.workspaces
      .create(
        { tenantId: workspaceTenant(workspaceId), id: workspaceId, metadata, tx },
        { type: 'CreateWorkspace', ...workspace, workspaceId, region, servingRegion },
      )
      .catch((error: unknown) => {
        if (isSlugTaken(error)) throw slugTaken(workspace.slug);
        if (!isWorkspaceLimitReached(error)) throw error;
        throw new DomainError(
          'limit_reached',
          `The organization has had ${limits.workspacesOfOrganization} workspaces, which is the limit.`,
        );
      });
    if (!state) throw new TypeError('A workspace was created and is not there.');
    return state;
  }
}
