import {
  column,
  defineTable,
  instant,
  personal,
  unlisted,
  type AggregateChange,
  type SqlFragment,
  type Table,
} from '@svc/event-store';
import { userSubject, type TenantId } from '@svc/kernel';
import type { SurfaceEvent } from '../domain/surface/surface-event.js';
import {
  isOpenSurface,
  specOf,
  unreportedEnd,
  type Surface,
  type SurfaceState,
} from '../domain/surface/surface.js';

interface SurfaceSource {
  readonly tenantId: TenantId;
  readonly surface: Surface;
}

/** Surfaces as lists show them. */
export const surfaceTable = defineTable<SurfaceSource>()('conversations.surface', {
  key: {
    tenantId: unlisted(column(({ tenantId }) => tenantId)),
    surfaceId: column(({ surface }) => surface.surfaceId),
  },
  fixed: {
    subject: column(({ tenantId, surface }) => userSubject(tenantId, surface.entityId)),
    creationId: column(({ surface }) => surface.creationId),
    entityId: column(({ surface }) => surface.entityId),
    channel: column(({ surface }) => surface.channel),
    useCaseId: column(({ surface }) => surface.useCaseId),
    fieldsCount: column(({ surface }) => surface.fieldsCount),
    createdAtMs: instant(({ surface }) => surface.createdAtMs),
    expiresAtMs: instant(({ surface }) => surface.expiresAtMs),
    conversationId: unlisted(column(({ surface }) => surface.origin?.conversationId ?? null)),
    surfaceRequestId: unlisted(column(({ surface }) => surface.origin?.surfaceRequestId ?? null)),
  },
  columns: {
    status: column(({ surface }) => surface.status),
    isOpen: unlisted(column(({ surface }) => isOpenSurface(surface))),
    isUnreported: unlisted(column(({ surface }) => unreportedEnd(surface) !== null)),
    deliveredAtMs: instant(({ surface }) => surface.deliveredAtMs),
    openedAtMs: instant(({ surface }) => surface.openedAtMs),
    submittedAtMs: instant(({ surface }) => surface.submittedAtMs),
    reviewedBy: column(({ surface }) => surface.reviewedBy),
    reviewedAtMs: instant(({ surface }) => surface.reviewedAtMs),
    archivedAtMs: instant(({ surface }) => surface.archivedAtMs),
    archiveReason: column(({ surface }) => surface.archiveReason),
    title: personal(
      column(({ surface }) => specOf(surface)?.title ?? null),
      { erased: null },
    ),
    description: personal(
      column(({ surface }) => specOf(surface)?.description ?? null),
      { erased: null },
    ),
    resourceType: personal(
      column(({ surface }) => surface.resourceType),
      { erased: null },
    ),
    channelAddress: personal(
      column(({ surface }) => surface.channelAddress),
      { erased: null },
    ),
    reviewNotes: personal(
      column(({ surface }) => surface.reviewNotes),
      { erased: null },
    ),
  },
  subjectRows: 'subject = $1',
});

interface LinkSource {
  readonly tenantId: TenantId;
  readonly surfaceId: string;
  readonly tokenHash: string;
}

/** Which surface a link opens. */
const surfaceLinkTable = defineTable<LinkSource>()('conversations.surface_link', {
  key: {
    tenantId: column(({ tenantId }) => tenantId),
    surfaceId: column(({ surfaceId }) => surfaceId),
    tokenHash: column(({ tokenHash }) => tokenHash),
  },
});

export const surfaceTables: readonly Table[] = [surfaceTable, surfaceLinkTable];

export function surfaceRows({
  tenantId,
  id: surfaceId,
  before,
  after,
}: AggregateChange<SurfaceState, SurfaceEvent>): readonly SqlFragment[] {
  const source = (surface: SurfaceState) => surface && { tenantId, surface };
  const made = (after?.links ?? []).slice(before?.links.length ?? 0);
  return [
    ...surfaceTable.sync(source(before), source(after)),
    ...surfaceLinkTable.insertAll(made.map((tokenHash) => ({ tenantId, surfaceId, tokenHash }))),
  ];
}
