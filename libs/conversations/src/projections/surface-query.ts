import { openRows, type ListedRow, type SealedRow } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { Executor } from '@svc/postgres';
import type { SubjectKeys } from '@svc/sealing';
import { surfaceTable } from './surface-tables.js';

export type ListedSurface = Omit<ListedRow<typeof surfaceTable>, 'subject'>;

export interface RequestedSurfaces {
  /** Null: all; so with the others. */
  readonly entityId: string | null;
  readonly status: string | null;
  readonly channel: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** One page, the newest first. @throws DomainError `service_unavailable` without keys */
export async function surfacePage(
  executor: Executor,
  keys: SubjectKeys,
  tenantId: TenantId,
  { entityId, status, channel, limit, offset }: RequestedSurfaces,
): Promise<{ readonly surfaces: readonly ListedSurface[]; readonly hasMore: boolean }> {
  const { rows } = await executor.query<SealedRow<typeof surfaceTable>>({
    name: 'conversations.surface_page',
    text: `SELECT ${surfaceTable.selection('t')} FROM conversations.surface AS t
            WHERE t.tenant_id = $1 AND ($2::text IS NULL OR t.entity_id = $2)
              AND ($3::text IS NULL OR t.status = $3) AND ($4::text IS NULL OR t.channel = $4)
            ORDER BY t.created_at DESC, t.surface_id LIMIT $5 OFFSET $6`,
    values: [tenantId, entityId, status, channel, limit + 1, offset],
  });
  const surfaces = await openRows(surfaceTable, rows.slice(0, limit), keys, ({ subject }) => subject);
  return { surfaces, hasMore: rows.length > limit };
}

export interface SurfaceKey {
  readonly tenantId: TenantId;
  readonly surfaceId: string;
}

interface KeyRow {
  readonly tenant_id: TenantId;
  readonly surface_id: string;
}

const keyOf = (row: KeyRow): SurfaceKey => ({ tenantId: row.tenant_id, surfaceId: row.surface_id });

/** The surface that a link opens. @param tokenHash SHA-256 of its token, in hex */
export async function findLinkedSurface(
  executor: Executor,
  tokenHash: string,
): Promise<SurfaceKey | undefined> {
  const { rows } = await executor.query<KeyRow>({
    name: 'conversations.linked_surface',
    text: 'SELECT tenant_id, surface_id FROM conversations.surface_link WHERE token_hash = $1',
    values: [tokenHash],
  });
  return rows.map(keyOf)[0];
}

interface Page<Found> {
  /** The last one of the page before; null: the first page. */
  readonly after: Found | null;
  readonly limit: number;
}

/** A surface, and its place in a search. */
export interface FoundSurface extends SurfaceKey {
  /** A time, to the millisecond, as text. */
  readonly at: string;
}

/** Open surfaces whose time is over, the oldest first, at most `limit`. */
export async function dueSurfaces(
  executor: Executor,
  { nowMs, after, limit }: Page<FoundSurface> & { readonly nowMs: number },
): Promise<readonly FoundSurface[]> {
  const { rows } = await executor.query<FoundSurface>({
    name: 'conversations.due_surfaces',
    text: `SELECT tenant_id AS "tenantId", surface_id AS "surfaceId", expires_at::text AS at
             FROM conversations.surface
            WHERE is_open AND expires_at <= to_timestamp($1::float8 / 1000)
              AND ($3::text IS NULL OR (expires_at, tenant_id, surface_id) > ($3::timestamptz, $4, $5))
            ORDER BY expires_at, tenant_id, surface_id LIMIT $2`,
    values: [nowMs, limit, ...placeOf(after)],
  });
  return rows;
}

/** Surfaces that are over, and whose conversations do not know it yet, the oldest first, at most `limit`. */
export async function unreportedSurfaces(
  executor: Executor,
  { after, limit }: Page<FoundSurface>,
): Promise<readonly FoundSurface[]> {
  const { rows } = await executor.query<FoundSurface>({
    name: 'conversations.unreported_surfaces',
    text: `SELECT tenant_id AS "tenantId", surface_id AS "surfaceId", created_at::text AS at
             FROM conversations.surface
            WHERE is_unreported
              AND ($2::text IS NULL OR (created_at, tenant_id, surface_id) > ($2::timestamptz, $3, $4))
            ORDER BY created_at, tenant_id, surface_id LIMIT $1`,
    values: [limit, ...placeOf(after)],
  });
  return rows;
}

function placeOf(after: FoundSurface | null): readonly (string | null)[] {
  return after === null ? [null, null, null] : [after.at, after.tenantId, after.surfaceId];
}

export interface RequestedSurface {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  readonly surfaceRequestId: string;
}

/** A request, and its place in a search. */
export interface FoundRequest extends RequestedSurface {
  /** A time, to the millisecond, as text. */
  readonly at: string;
}

/** Requests that no surface was made of yet, the oldest first, at most `limit`. Of erased persons none is. @param sinceMs 0: all */
export async function unmetSurfaceRequests(
  executor: Executor,
  { sinceMs, after, limit }: Page<FoundRequest> & { readonly sinceMs: number },
): Promise<readonly FoundRequest[]> {
  const { at = null, tenantId = null, conversationId = null, surfaceRequestId = null } = after ?? {};
  const { rows } = await executor.query<FoundRequest>({
    name: 'conversations.unmet_surface_requests',
    text: `SELECT r.tenant_id AS "tenantId", r.conversation_id AS "conversationId",
                  r.surface_request_id AS "surfaceRequestId", r.requested_at::text AS at
             FROM conversations.surface_request AS r
            WHERE r.requested_at >= to_timestamp($1::float8 / 1000)
              AND ($3::text IS NULL
                   OR (r.requested_at, r.tenant_id, r.conversation_id, r.surface_request_id) > ($3::timestamptz, $4, $5, $6))
              AND NOT EXISTS (
                SELECT FROM conversations.surface AS s
                 WHERE s.tenant_id = r.tenant_id AND s.conversation_id = r.conversation_id
                   AND s.surface_request_id = r.surface_request_id)
              AND NOT EXISTS (
                SELECT FROM conversations.conversation AS c
                  JOIN conversations.erased_subject AS e ON e.subject = c.subject
                 WHERE c.tenant_id = r.tenant_id AND c.conversation_id = r.conversation_id)
            ORDER BY r.requested_at, r.tenant_id, r.conversation_id, r.surface_request_id LIMIT $2`,
    values: [sinceMs, limit, at, tenantId, conversationId, surfaceRequestId],
  });
  return rows;
}
