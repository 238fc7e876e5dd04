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

/** Open surfaces whose time is over, the oldest first, at most `limit`. */
export async function dueSurfaces(
  executor: Executor,
  nowMs: number,
  limit: number,
): Promise<readonly SurfaceKey[]> {
  const { rows } = await executor.query<KeyRow>({
    name: 'conversations.due_surfaces',
    text: `SELECT tenant_id, surface_id FROM conversations.surface
            WHERE is_open AND expires_at <= to_timestamp($1::float8 / 1000)
            ORDER BY expires_at, tenant_id, surface_id LIMIT $2`,
    values: [nowMs, limit],
  });
  return rows.map(keyOf);
}

export interface RequestedSurface {
  readonly tenantId: TenantId;
  readonly conversationId: string;
  readonly surfaceRequestId: string;
}

/** Requests that no surface was made of yet, the newest first, at most `limit`. @param sinceMs 0: all */
export async function unmetSurfaceRequests(
  executor: Executor,
  sinceMs: number,
  limit: number,
): Promise<readonly RequestedSurface[]> {
  const { rows } = await executor.query<RequestedSurface>({
    name: 'conversations.unmet_surface_requests',
    text: `SELECT r.tenant_id AS "tenantId", r.conversation_id AS "conversationId",
                  r.surface_request_id AS "surfaceRequestId"
             FROM conversations.surface_request AS r
            WHERE r.requested_at >= to_timestamp($1::float8 / 1000) AND NOT EXISTS (
              SELECT FROM conversations.surface AS s
               WHERE s.tenant_id = r.tenant_id AND s.conversation_id = r.conversation_id
                 AND s.surface_request_id = r.surface_request_id)
            ORDER BY r.requested_at DESC LIMIT $2`,
    values: [sinceMs, limit],
  });
  return rows;
}

/** Surfaces that are over, and whose conversations do not know it yet; at most `limit`. */
export async function unreportedSurfaces(executor: Executor, limit: number): Promise<readonly SurfaceKey[]> {
  const { rows } = await executor.query<KeyRow>({
    name: 'conversations.unreported_surfaces',
    text: `SELECT tenant_id, surface_id FROM conversations.surface
            WHERE is_unreported ORDER BY created_at DESC LIMIT $1`,
    values: [limit],
  });
  return rows.map(keyOf);
}
