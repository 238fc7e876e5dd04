import type { Surface as SurfaceMessage } from '@svc/contracts/conversations';
import { isUuid } from '@svc/kernel';
import { shown } from '../../wire/shown.js';
import { toWireTime } from '../../wire/times.js';
import { CreatedSurface, Surface } from './surface-schemas.js';

/** Below the base URL. The form itself is shown by whoever the link is given to. */
export function linkOf(token: string): string {
  return `/s/${token}/spec`;
}

type Json = Record<string, unknown>;

function objectOf(json: string | undefined): Json | null {
  return json === undefined ? null : (JSON.parse(json) as Json);
}

const timeOf = (ms: number | undefined) => (ms === undefined ? null : toWireTime(ms));

export function fromCreatedSurface(surface: SurfaceMessage, token: string) {
  return shown(CreatedSurface, {
    id: surface.surfaceId,
    event_id: surface.creationId,
    entity_id: surface.entityId,
    title: surface.title ?? '',
    description: surface.description ?? null,
    status: surface.status,
    channel: surface.channel,
    use_case_id: surface.useCaseId ?? null,
    fields_count: surface.fieldsCount,
    expires_at: toWireTime(surface.expiresAtMs),
    created_at: toWireTime(surface.createdAtMs),
    ...{ token, url: linkOf(token) },
  });
}

export function fromSurface(surface: SurfaceMessage) {
  const { reviewedBy, channelAddress } = surface;
  const reviewer = reviewedBy?.slice(reviewedBy.indexOf(':') + 1);
  return shown(Surface, {
    id: surface.surfaceId,
    event_id: surface.creationId,
    entity_id: surface.entityId,
    title: surface.title ?? null,
    description: surface.description ?? null,
    status: surface.status,
    channel: surface.channel,
    use_case_id: surface.useCaseId ?? null,
    fields_count: surface.fieldsCount,
    fields: (objectOf(surface.specJson)?.['fields'] ?? []) as Json[],
    resource_type: surface.resourceType ?? null,
    context: objectOf(surface.contextJson) ?? {},
    expires_at: toWireTime(surface.expiresAtMs),
    created_at: toWireTime(surface.createdAtMs),
    delivered_at: timeOf(surface.deliveredAtMs),
    opened_at: timeOf(surface.openedAtMs),
    submitted_at: timeOf(surface.submittedAtMs),
    submitted_data: objectOf(surface.submittedJson),
    delivery_metadata: channelAddress === undefined ? null : { channel_address: channelAddress },
    review_notes: surface.reviewNotes ?? null,
    reviewed_by: reviewer !== undefined && isUuid(reviewer) ? reviewer : null,
    reviewed_at: timeOf(surface.reviewedAtMs),
    archived_at: timeOf(surface.archivedAtMs),
    archive_reason: surface.archiveReason ?? null,
    // It was told once: only its hash is kept.
    url: null,
  });
}
