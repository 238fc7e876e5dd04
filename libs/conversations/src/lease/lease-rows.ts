import type { SqlFragment } from '@svc/event-store';
import type { TenantId } from '@svc/kernel';
import type { Executor, Statement } from '@svc/postgres';
import type { ConversationKey } from '../domain/conversation-identity.js';

/** How long a lease lasts without renewal, by the database's clock. */
const leaseSeconds = 30;

/** The right to run one turn. `fence` differs for every lease of the same conversation. */
export interface Lease extends ConversationKey {
  readonly interactionId: string;
  readonly owner: string;
  readonly fence: number;
}

export interface FoundLease extends Lease {
  readonly isExpired: boolean;
  /** As the database writes it, with microseconds. */
  readonly expiresAt: string;
  /** The owner is about to end the turn. */
  readonly callerHasGone: boolean;
}

const afterLeaseTime = `clock_timestamp() + interval '${leaseSeconds} seconds'`;

/** Takes the free lease of a conversation. As a guard: while somebody has it there is no row, and so no append. */
export function takeLease(lease: Lease): SqlFragment {
  return {
    name: 'lease',
    text: `INSERT INTO conversations.lease (tenant_id, conversation_id, interaction_id, owner, fence, expires_at)
           VALUES ($1, $2, $3, $4, $5, ${afterLeaseTime})
           ON CONFLICT (tenant_id, conversation_id) DO NOTHING RETURNING fence`,
    values: [lease.tenantId, lease.conversationId, lease.interactionId, lease.owner, lease.fence],
  };
}

/** Takes over an expired lease. The fence rises, so the former owner can no longer append. */
export function takeOverLease(expired: Lease, lease: Lease): SqlFragment {
  return {
    name: 'lease',
    text: `UPDATE conversations.lease SET interaction_id = $3, owner = $4, fence = $5, expires_at = ${afterLeaseTime},
                  caller_has_gone = false
            WHERE tenant_id = $1 AND conversation_id = $2 AND fence = $6 AND expires_at <= clock_timestamp()
            RETURNING fence`,
    values: [
      lease.tenantId,
      lease.conversationId,
      lease.interactionId,
      lease.owner,
      lease.fence,
      expired.fence,
    ],
  };
}

/** Releases the lease. As a guard: no row for an owner with a stale fence. The row lock orders two of them. */
export function releaseLease({ tenantId, conversationId, fence }: Lease): SqlFragment {
  return {
    name: 'lease',
    text: `DELETE FROM conversations.lease
            WHERE tenant_id = $1 AND conversation_id = $2 AND fence = $3 RETURNING fence`,
    values: [tenantId, conversationId, fence],
  };
}

/** Renews the lease. As a guard: no row for an owner with a stale fence. */
export function keepLease({ tenantId, conversationId, fence }: Lease): SqlFragment {
  return {
    name: 'lease',
    text: `UPDATE conversations.lease SET expires_at = ${afterLeaseTime}
            WHERE tenant_id = $1 AND conversation_id = $2 AND fence = $3 RETURNING fence`,
    values: [tenantId, conversationId, fence],
  };
}

/** Like `releaseLease`, for a lease of another owner: no row if it was renewed since. */
export function endExpiredLease({ tenantId, conversationId, fence }: Lease): SqlFragment {
  return {
    name: 'lease',
    text: `DELETE FROM conversations.lease
            WHERE tenant_id = $1 AND conversation_id = $2 AND fence = $3 AND expires_at <= clock_timestamp()
            RETURNING fence`,
    values: [tenantId, conversationId, fence],
  };
}

interface LeaseRow {
  readonly tenant_id: TenantId;
  readonly conversation_id: string;
  readonly interaction_id: string;
  readonly owner: string;
  readonly fence: string;
  readonly is_expired: boolean;
  readonly expires_at_text: string;
  readonly caller_has_gone: boolean;
}

const leaseColumns =
  'tenant_id, conversation_id, interaction_id, owner, fence::text, expires_at <= clock_timestamp() AS is_expired, ' +
  'lease.expires_at::text AS expires_at_text, caller_has_gone';

export async function findLease(
  executor: Executor,
  { tenantId, conversationId }: ConversationKey,
): Promise<FoundLease | undefined> {
  const [lease] = await selectLeases(executor, {
    name: 'conversations.find_lease',
    text: `SELECT ${leaseColumns} FROM conversations.lease WHERE tenant_id = $1 AND conversation_id = $2`,
    values: [tenantId, conversationId],
  });
  return lease;
}

/** Tells calls on other instances that the turn is void in a moment. Does nothing if it has ended. */
export async function markCallerGone(
  executor: Executor,
  { tenantId, conversationId, fence }: Lease,
): Promise<void> {
  await executor.query({
    name: 'conversations.mark_caller_gone',
    text: `UPDATE conversations.lease SET caller_has_gone = true
            WHERE tenant_id = $1 AND conversation_id = $2 AND fence = $3`,
    values: [tenantId, conversationId, fence],
  });
}

/**
 * At most `limit` expired leases, the oldest first.
 * @param after start after this one; left out: with the oldest.
 */
export async function findExpiredLeases(
  executor: Executor,
  limit: number,
  after?: FoundLease,
): Promise<readonly FoundLease[]> {
  return selectLeases(executor, {
    name: 'conversations.find_expired_leases',
    text: `SELECT ${leaseColumns} FROM conversations.lease
            WHERE expires_at <= clock_timestamp()
              AND (expires_at, tenant_id, conversation_id) > ($2::timestamptz, $3, $4)
            ORDER BY expires_at, tenant_id, conversation_id LIMIT $1`,
    values: [limit, after?.expiresAt ?? '-infinity', after?.tenantId ?? '', after?.conversationId ?? ''],
  });
}

/** The leases that an instance left when it ended. Call it before the instance takes a turn. */
export async function findLeasesOf(executor: Executor, owner: string): Promise<readonly FoundLease[]> {
  return selectLeases(executor, {
    name: 'conversations.find_leases_of_owner',
    text: `SELECT ${leaseColumns} FROM conversations.lease WHERE owner = $1`,
    values: [owner],
  });
}

/**
 * Renews the valid ones for another 30 s. A lease with a locked row is skipped, because its turn is being ended: one
 * such commit that hangs must not block the other renewals.
 * @returns the valid ones, including skipped ones.
 */
export async function renewLeases(executor: Executor, leases: readonly Lease[]): Promise<readonly Lease[]> {
  const { rows } = await executor.query<{ conversation_id: string; fence: string }>({
    name: 'conversations.renew_leases',
    text: `WITH held AS (
             SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) AS held (tenant_id, conversation_id, fence)
           ), unlocked AS (
             SELECT tenant_id, conversation_id FROM conversations.lease JOIN held USING (tenant_id, conversation_id, fence)
                FOR NO KEY UPDATE OF lease SKIP LOCKED
           ), renewed AS (
             UPDATE conversations.lease AS lease SET expires_at = ${afterLeaseTime}
               FROM unlocked
              WHERE lease.tenant_id = unlocked.tenant_id AND lease.conversation_id = unlocked.conversation_id
           )
           SELECT conversation_id, fence::text FROM conversations.lease JOIN held USING (tenant_id, conversation_id, fence)`,
    values: [
      leases.map(({ tenantId }) => tenantId),
      leases.map(({ conversationId }) => conversationId),
      leases.map(({ fence }) => fence),
    ],
  });
  const standing = new Set(rows.map((row) => `${row.conversation_id} ${row.fence}`));
  return leases.filter(({ conversationId, fence }) => standing.has(`${conversationId} ${fence}`));
}

async function selectLeases(executor: Executor, statement: Statement): Promise<readonly FoundLease[]> {
  const { rows } = await executor.query<LeaseRow>(statement);
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    conversationId: row.conversation_id,
    interactionId: row.interaction_id,
    owner: row.owner,
    fence: Number(row.fence),
    isExpired: row.is_expired,
    expiresAt: row.expires_at_text,
    callerHasGone: row.caller_has_gone,
  }));
}
