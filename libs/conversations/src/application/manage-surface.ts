import { Injectable } from '@nestjs/common';
import { requireWorkspacePermission } from '@svc/auth';
import type { WorkspaceRequestContext } from '@svc/rpc';
import { newSurfaceToken } from '../adapters/surface-tokens.js';
import { existingSurface, type SurfaceCommand } from '../domain/surface/surface-decider.js';
import type { Surface } from '../domain/surface/surface.js';
import { Surfaces } from '../log/surfaces.js';

export interface SurfaceReview {
  readonly decision: 'approved' | 'rejected';
  readonly reason: string | null;
}

/** What those who run a workspace do with its surfaces. Errors: see the RPCs. */
@Injectable()
export class ManageSurface {
  constructor(private readonly surfaces: Surfaces) {}

  /** @returns a token of a new link; null: it waits for its review, and nothing was delivered */
  async deliver(
    context: WorkspaceRequestContext,
    surfaceId: string,
    channelAddress: string,
  ): Promise<{ readonly surface: Surface; readonly token: string | null }> {
    requireWorkspacePermission(context.caller, 'Surface.update');
    const { token, tokenHash } = newSurfaceToken();
    const surface = await this.#change(context, surfaceId, {
      type: 'DeliverSurface',
      channelAddress,
      tokenHash,
    });
    return { surface, token: surface.links.includes(tokenHash) ? token : null };
  }

  review(
    context: WorkspaceRequestContext,
    surfaceId: string,
    { decision, reason }: SurfaceReview,
  ): Promise<Surface> {
    requireWorkspacePermission(context.caller, 'ReviewQueue.review');
    const reviewedBy = context.metadata.actor;
    return this.#change(context, surfaceId, { type: 'ReviewSurface', decision, reason, reviewedBy });
  }

  archive(context: WorkspaceRequestContext, surfaceId: string): Promise<Surface> {
    requireWorkspacePermission(context.caller, 'Surface.delete');
    return this.#change(context, surfaceId, { type: 'ArchiveSurface' });
  }

  async #change(
    { tenantId, metadata }: WorkspaceRequestContext,
    id: string,
    command: SurfaceCommand,
  ): Promise<Surface> {
    const { state } = await this.surfaces.change({ tenantId, id, metadata }, () => command);
    return existingSurface(state);
  }
}
