import {
  valuesOf,
  visibleFields,
  type SurfaceSpec,
  type SurfaceValue,
  type SurfaceValues,
} from '@svc/engine';
import type { StateShape } from '@svc/kernel';
import type { SurfaceArchived, SurfaceCreated, SurfaceEvent } from './surface-event.js';

/** Surfaces are bounded in hours. */
export const hourMs = 3_600_000;

/** The moments of its life, in their order; `pending_review` comes before the others, the last three end it. */
export const surfaceStatuses = [
  'created',
  'pending_review',
  'delivered',
  'opened',
  'partial',
  'completed',
  'expired',
  'archived',
] as const;
export type SurfaceStatus = (typeof surfaceStatuses)[number];

export interface Surface extends SurfaceCreated {
  readonly status: SurfaceStatus;
  /** SHA-256 of the tokens that open it, in hex. */
  readonly links: readonly string[];
  /** As they were saved; null: taken away. */
  readonly saved: Readonly<Record<string, SurfaceValue | null>>;
  readonly saves: number;
  readonly channelAddress: string | null;
  readonly deliveredAtMs: number | null;
  readonly openedAtMs: number | null;
  readonly submittedAtMs: number | null;
  readonly reviewNotes: string | null;
  readonly reviewedBy: string | null;
  readonly reviewedAtMs: number | null;
  readonly archivedAtMs: number | null;
  readonly archiveReason: SurfaceArchived['reason'] | null;
  /** The conversation that had asked for it knows that it is over. */
  readonly isReported: boolean;
}

/** Null: there is none. */
export type SurfaceState = Surface | null;

/** Of what a snapshot keeps. The compiler enforces that it follows each change of the state. */
export const surfaceShape: StateShape<Surface> = {
  ...{ surfaceId: 'string', entityId: 'string', creationId: 'string', channel: 'string' },
  ...{ fieldsCount: 'number', source: 'string', reviewRequired: 'boolean' },
  ...{ expiresAtMs: 'number', createdAtMs: 'number', useCaseId: 'string?', resourceType: 'string?' },
  ...{ specJson: 'string', contextJson: 'string' },
  origin: [
    'nullable',
    { conversationId: 'string', interactionId: 'string', surfaceRequestId: 'string', purpose: 'string' },
  ],
  status: 'string',
  links: ['list', 'string'],
  saved: ['map', 'json?'],
  saves: 'number',
  ...{ channelAddress: 'string?', deliveredAtMs: 'number?', openedAtMs: 'number?' },
  ...{ submittedAtMs: 'number?', reviewNotes: 'string?', reviewedBy: 'string?', reviewedAtMs: 'number?' },
  ...{ archivedAtMs: 'number?', archiveReason: 'string?', isReported: 'boolean' },
};

export function evolveSurface(state: SurfaceState, event: SurfaceEvent): SurfaceState {
  if (event.type === 'SurfaceCreated') return created(event.data);
  return state && evolved(state, event);
}

function created(data: SurfaceCreated): Surface {
  return {
    ...data,
    ...{ links: [], saved: {}, saves: 0, channelAddress: null, deliveredAtMs: null, openedAtMs: null },
    ...{ submittedAtMs: null, reviewNotes: null, reviewedBy: null, reviewedAtMs: null },
    ...{ archivedAtMs: null, archiveReason: null, isReported: false },
    status: data.reviewRequired ? 'pending_review' : 'created',
  };
}

function evolved(state: Surface, event: Exclude<SurfaceEvent, { type: 'SurfaceCreated' }>): Surface {
  switch (event.type) {
    case 'SurfaceLinkMade':
      return { ...state, links: [...state.links, event.data.tokenHash] };
    case 'SurfaceDelivered': {
      const { channelAddress, deliveredAtMs } = event.data;
      const status = state.status === 'created' ? 'delivered' : state.status;
      return { ...state, channelAddress, deliveredAtMs, status };
    }
    case 'SurfaceReviewed': {
      const { reason: reviewNotes, reviewedBy, reviewedAtMs } = event.data;
      return { ...state, reviewNotes, reviewedBy, reviewedAtMs, status: 'created' };
    }
    case 'SurfaceOpened':
      return { ...state, openedAtMs: event.data.openedAtMs, status: 'opened' };
    case 'SurfaceFieldSaved': {
      const { fieldKey, valueJson } = event.data;
      const value = valueJson === '' ? null : (JSON.parse(valueJson) as SurfaceValue | null);
      const saved = { ...state.saved, [fieldKey]: value };
      return { ...state, saved, saves: state.saves + 1, status: 'partial' };
    }
    case 'SurfaceSubmitted':
      return { ...state, submittedAtMs: event.data.submittedAtMs, status: 'completed' };
    case 'SurfaceExpired':
      return { ...state, status: 'expired' };
    case 'SurfaceArchived': {
      const { archivedAtMs, reason: archiveReason } = event.data;
      return { ...state, archivedAtMs, archiveReason, status: 'archived' };
    }
    case 'SurfaceReported':
      return { ...state, isReported: true };
  }
}

/** What the person sees; null: they were erased. */
export function specOf({ specJson }: Pick<Surface, 'specJson'>): SurfaceSpec | null {
  return specJson === '' ? null : (JSON.parse(specJson) as SurfaceSpec);
}

/** The values of the fields that the person was shown, in the order of the form. */
export function givenValues(spec: SurfaceSpec, { saved }: Pick<Surface, 'saved'>): SurfaceValues {
  const values = valuesOf(spec, saved);
  const shown = visibleFields(spec, values).filter(({ key }) => Object.hasOwn(values, key));
  return Object.fromEntries(shown.map(({ key }) => [key, values[key] as SurfaceValue]));
}

/** Whether a person may still fill it in, by its status. */
export function isOpenSurface({ status }: Pick<Surface, 'status'>): boolean {
  return status !== 'completed' && status !== 'expired' && status !== 'archived';
}

/** What its conversation is still to be told; null: nothing, since it is open, told, or nobody waits for it. */
export function unreportedEnd({
  origin,
  isReported,
  submittedAtMs,
  ...surface
}: Surface): 'submitted' | 'expired' | 'withdrawn' | 'rejected' | null {
  if (origin === null || isReported || isOpenSurface(surface)) return null;
  if (submittedAtMs !== null) return 'submitted';
  if (surface.status === 'expired') return 'expired';
  return surface.archiveReason === 'rejected' ? 'rejected' : 'withdrawn';
}
