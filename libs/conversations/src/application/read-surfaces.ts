import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import type { Database } from '@svc/postgres';
import type { WorkspaceRequestContext } from '@svc/rpc';
import type { SubjectKeys } from '@svc/sealing';
import { DATABASE, SUBJECT_KEYS } from '@svc/service-host';
import { existingSurface } from '../domain/surface/surface-decider.js';
import type { Surface } from '../domain/surface/surface.js';
import { Surfaces } from '../log/surfaces.js';
import { surfacePage, type ListedSurface, type RequestedSurfaces } from '../projections/surface-query.js';

/** All throw DomainError `permission_denied`, and `service_unavailable` without keys. */
@Injectable()
export class ReadSurfaces {
  constructor(
    private readonly surfaces: Surfaces,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(SUBJECT_KEYS) private readonly keys: SubjectKeys,
  ) {}

  /** @throws DomainError `not_found` */
  async get({ tenantId, caller }: WorkspaceRequestContext, surfaceId: string): Promise<Surface> {
    requireWorkspacePermission(caller, 'Surface.view');
    const { state } = await this.surfaces.load(tenantId, surfaceId);
    return existingSurface(state);
  }

  /** The newest first. */
  async list(
    { tenantId, caller }: WorkspaceRequestContext,
    requested: RequestedSurfaces,
  ): Promise<{ readonly surfaces: readonly ListedSurface[]; readonly hasMore: boolean }> {
    requireWorkspacePermission(caller, 'Surface.view');
    return surfacePage(this.database, this.keys, tenantId, requested);
  }
}
