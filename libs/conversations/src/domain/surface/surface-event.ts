import type { DomainEvent } from '@svc/kernel';

/** The conversation that has asked for a form. */
export interface SurfaceOrigin {
  readonly conversationId: string;
  readonly interactionId: string;
  readonly surfaceRequestId: string;
  /** `wait`: the conversation is paused until the form is submitted; `fallback`: it goes on beside it. */
  readonly purpose: 'wait' | 'fallback';
}

interface OfSurface {
  readonly surfaceId: string;
  readonly entityId: string;
}

export interface SurfaceCreated extends OfSurface {
  /** A UUID that names its creation. */
  readonly creationId: string;
  readonly channel: string;
  readonly fieldsCount: number;
  readonly source: 'api' | 'conversation';
  readonly reviewRequired: boolean;
  readonly expiresAtMs: number;
  readonly createdAtMs: number;
  readonly useCaseId: string | null;
  readonly resourceType: string | null;
  /** What the person sees. Empty once they are erased. */
  readonly specJson: string;
  readonly contextJson: string;
  /** Null: nobody waits for it. */
  readonly origin: SurfaceOrigin | null;
}

export interface SurfaceLinkMade {
  /** SHA-256 of the token, in hex. */
  readonly tokenHash: string;
  readonly madeAtMs: number;
}

export interface SurfaceDelivered extends OfSurface {
  readonly channel: string;
  readonly channelAddress: string;
  readonly deliveredAtMs: number;
}

export interface SurfaceReviewed extends OfSurface {
  readonly decision: 'approved' | 'rejected';
  readonly reason: string | null;
  readonly reviewedBy: string;
  readonly reviewedAtMs: number;
}

export interface SurfaceOpened extends OfSurface {
  readonly openedAtMs: number;
}

export interface SurfaceFieldSaved extends OfSurface {
  readonly fieldKey: string;
  /** Empty once the person is erased. */
  readonly valueJson: string;
  readonly savedAtMs: number;
}

export interface SurfaceSubmitted extends OfSurface {
  readonly fieldsSubmitted: readonly string[];
  readonly submittedAtMs: number;
}

export interface SurfaceExpired extends OfSurface {
  readonly expiredAtMs: number;
}

export interface SurfaceArchived extends OfSurface {
  readonly reason: 'withdrawn' | 'rejected' | 'invalid';
  readonly archivedAtMs: number;
}

/** The conversation that had asked for it knows that it is over. */
export interface SurfaceReported {
  readonly surfaceId: string;
  readonly reportedAtMs: number;
}

export type SurfaceEvent =
  | DomainEvent<'SurfaceCreated', SurfaceCreated>
  | DomainEvent<'SurfaceLinkMade', SurfaceLinkMade>
  | DomainEvent<'SurfaceDelivered', SurfaceDelivered>
  | DomainEvent<'SurfaceReviewed', SurfaceReviewed>
  | DomainEvent<'SurfaceOpened', SurfaceOpened>
  | DomainEvent<'SurfaceFieldSaved', SurfaceFieldSaved>
  | DomainEvent<'SurfaceSubmitted', SurfaceSubmitted>
  | DomainEvent<'SurfaceExpired', SurfaceExpired>
  | DomainEvent<'SurfaceArchived', SurfaceArchived>
  | DomainEvent<'SurfaceReported', SurfaceReported>;
