import type {
  SurfaceArchived,
  SurfaceCreated,
  SurfaceDelivered,
  SurfaceFieldSaved,
  SurfaceOpened,
  SurfaceReviewed,
  SurfaceSubmitted,
} from '@svc/contracts/conversations';
import type { z } from 'zod';
import type { surfaceEvents } from './event-schemas.js';

type Events = typeof surfaceEvents;
/** What is told of a surface: never what it asks, whom it was sent to, or what was filled in. */
export type SurfaceFrame = {
  [Name in keyof Events]: { readonly event: Name; readonly data: z.input<Events[Name]> };
}[keyof Events];

/** What is told of each event of a surface. That one expired has no published name. */
export const surfaceFrames = {
  created: (data: SurfaceCreated): SurfaceFrame => ({
    event: 'surface.created',
    data: {
      ...idsOf(data),
      ...{ channel: data.channel, fields_count: data.fieldsCount, source: data.source },
      ...{ form_template_id: null, review_required: data.reviewRequired },
    },
  }),
  delivered: (data: SurfaceDelivered): SurfaceFrame => ({
    event: 'surface.delivered',
    data: {
      ...{ ...idsOf(data), channel: data.channel, channel_address: null, delivery_status: 'delivered' },
      ...{ message_id: null, short_url: null },
    },
  }),
  reviewed: ({ surfaceId: surface_id, decision }: SurfaceReviewed): SurfaceFrame =>
    decision === 'approved'
      ? { event: 'surface.review_approved', data: { surface_id } }
      : { event: 'surface.review_rejected', data: { surface_id, reason: null } },
  opened: (data: SurfaceOpened): SurfaceFrame => ({ event: 'surface.opened', data: idsOf(data) }),
  fieldSaved: (data: SurfaceFieldSaved): SurfaceFrame => ({
    event: 'surface.field_saved',
    data: { ...idsOf(data), field_key: data.fieldKey },
  }),
  submitted: (data: SurfaceSubmitted): SurfaceFrame => ({
    event: 'surface.submitted',
    data: {
      ...{ ...idsOf(data), submitted_at: new Date(data.submittedAtMs).toISOString() },
      fields_submitted: data.fieldsSubmitted,
    },
  }),
  archived: ({ surfaceId: surface_id }: SurfaceArchived): SurfaceFrame => ({
    event: 'surface.archived',
    data: { surface_id },
  }),
};

function idsOf({ surfaceId, entityId }: { readonly surfaceId: string; readonly entityId: string }) {
  return { surface_id: surfaceId, entity_id: entityId };
}
