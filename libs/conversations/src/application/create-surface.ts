import { Inject, Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import { shownOf, type SurfaceRequestBody } from '@svc/definitions/platform';
import type { IdGenerator } from '@svc/kernel';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { IDS } from '@svc/service-host';
import { newSurfaceToken } from '../adapters/surface-tokens.js';
import { existingSurface } from '../domain/surface/surface-decider.js';
import { hourMs, type Surface } from '../domain/surface/surface.js';
import { Surfaces } from '../log/surfaces.js';
import { ENTITIES, type Entities } from '../ports/ports.js';

/** A surface, and the token of a new link to it, which is told once. */
export interface LinkedSurface {
  readonly surface: Surface;
  readonly token: string;
}

/** Creates a form for an entity. Errors: see the RPC. */
@Injectable()
export class CreateSurface {
  constructor(
    private readonly surfaces: Surfaces,
    @Inject(ENTITIES) private readonly entities: Pick<Entities, 'welcome'>,
    @Inject(IDS) private readonly ids: IdGenerator,
  ) {}

  async execute(
    { tenantId, caller, metadata }: WorkspaceRequestContext,
    body: SurfaceRequestBody,
  ): Promise<LinkedSurface> {
    requireWorkspacePermission(caller, 'Surface.create');
    const { entity_id: entityId, channel, use_case_id: useCaseId, resource_type: resourceType } = body;
    await this.entities.welcome(tenantId, entityId);
    const { token, tokenHash } = newSurfaceToken();
    const surfaceId = this.ids.resourceId(tenantId);
    const surface = {
      ...{ surfaceId, entityId, channel, useCaseId, resourceType },
      ...{ creationId: this.ids.uuid(), source: 'api' as const, reviewRequired: false, origin: null },
      fieldsCount: body.fields.length,
      specJson: JSON.stringify(shownOf(body)),
      contextJson: JSON.stringify(body.context),
    };
    const expiresInMs = body.expires_in_hours * hourMs;
    const command = { type: 'CreateSurface', surface, expiresInMs, tokenHash, isInvalid: false } as const;
    const { state } = await this.surfaces.create({ tenantId, id: surfaceId, metadata }, command);
    return { surface: existingSurface(state), token };
  }
}
