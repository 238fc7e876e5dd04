import {
  SurfaceArchived,
  SurfaceCreated,
  SurfaceDelivered,
  SurfaceExpired,
  SurfaceFieldSaved,
  SurfaceLinkMade,
  SurfaceOpened,
  SurfaceReported,
  SurfaceReviewed,
  SurfaceSubmitted,
} from '@svc/contracts/conversations';
import { personalFields } from '@svc/contracts/personal-fields';
import { storedEvent, type EventType } from '@svc/event-store';
import type { SurfaceEvent } from '../domain/surface/surface-event.js';

type SurfaceEventTypes = {
  readonly [Type in SurfaceEvent['type']]: EventType<Extract<SurfaceEvent, { readonly type: Type }>['data']>;
};

/** How the events of surfaces are stored. */
export const surfaceEventTypes: SurfaceEventTypes = {
  SurfaceCreated: storedEvent({
    codec: SurfaceCreated,
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.SurfaceCreated'],
    // Two hundred fields, each with up to 7,000 characters of text.
    largePersonal: true,
  }),
  SurfaceLinkMade: storedEvent({ codec: SurfaceLinkMade, visibility: 'private' }),
  SurfaceDelivered: storedEvent({
    codec: SurfaceDelivered,
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.SurfaceDelivered'],
  }),
  SurfaceReviewed: storedEvent({
    codec: SurfaceReviewed,
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.SurfaceReviewed'],
  }),
  SurfaceOpened: storedEvent({ codec: SurfaceOpened, visibility: 'public' }),
  SurfaceFieldSaved: storedEvent({
    codec: SurfaceFieldSaved,
    visibility: 'public',
    personalFields: personalFields['svc.conversations.v1.SurfaceFieldSaved'],
    // A value of 10,000 characters, each escaped.
    largePersonal: true,
  }),
  SurfaceReported: storedEvent({ codec: SurfaceReported, visibility: 'private' }),
  SurfaceSubmitted: storedEvent({ codec: SurfaceSubmitted, visibility: 'public' }),
  SurfaceExpired: storedEvent({ codec: SurfaceExpired, visibility: 'public' }),
  SurfaceArchived: storedEvent({
    codec: SurfaceArchived,
    visibility: 'public',
  }),
};
