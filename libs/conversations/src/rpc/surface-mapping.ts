import type { Surface as SurfaceMessage } from '@svc/contracts/conversations';
import type { Complete } from '@svc/event-store';
import { canonicalJson } from '@svc/kernel';
import { givenValues, specOf, type Surface } from '../domain/surface/surface.js';
import type { ListedSurface } from '../projections/surface-query.js';

export function toSurface(surface: Surface): Complete<SurfaceMessage> {
  const spec = specOf(surface);
  const isSubmitted = spec !== null && surface.submittedAtMs !== null;
  return {
    ...toListed({ ...surface, title: spec?.title ?? null, description: spec?.description ?? null }),
    specJson: spec === null ? undefined : surface.specJson,
    contextJson: spec === null ? undefined : surface.contextJson,
    submittedJson: isSubmitted ? canonicalJson(givenValues(spec, surface)) : undefined,
  };
}

/** Without what can be long. */
export function toListed(surface: Omit<ListedSurface, 'subject'>): Complete<SurfaceMessage> {
  return {
    surfaceId: surface.surfaceId,
    creationId: surface.creationId,
    entityId: surface.entityId,
    specJson: undefined,
    title: surface.title ?? undefined,
    description: surface.description ?? undefined,
    status: surface.status,
    channel: surface.channel,
    useCaseId: surface.useCaseId ?? undefined,
    fieldsCount: surface.fieldsCount,
    resourceType: surface.resourceType ?? undefined,
    contextJson: undefined,
    expiresAtMs: surface.expiresAtMs,
    createdAtMs: surface.createdAtMs,
    deliveredAtMs: surface.deliveredAtMs ?? undefined,
    openedAtMs: surface.openedAtMs ?? undefined,
    submittedAtMs: surface.submittedAtMs ?? undefined,
    submittedJson: undefined,
    channelAddress: surface.channelAddress ?? undefined,
    reviewNotes: surface.reviewNotes ?? undefined,
    reviewedBy: surface.reviewedBy ?? undefined,
    reviewedAtMs: surface.reviewedAtMs ?? undefined,
    archivedAtMs: surface.archivedAtMs ?? undefined,
    archiveReason: surface.archiveReason ?? undefined,
  };
}
