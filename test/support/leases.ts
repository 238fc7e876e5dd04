import { setTimeout as delay } from 'node:timers/promises';
import type { TestDatabase } from '@svc/testing';

type Database = Pick<TestDatabase['database'], 'query'>;

interface LeaseRow {
  readonly owner: string;
  readonly is_expired: boolean;
}

/** Who runs the turn of a conversation; undefined when nobody does. */
export async function leaseOf(database: Database, conversationId: string): Promise<LeaseRow | undefined> {
  const { rows } = await database.query<LeaseRow>({
    name: 'test_lease',
    text: 'SELECT owner, expires_at <= clock_timestamp() AS is_expired FROM conversations.lease WHERE conversation_id = $1',
    values: [conversationId],
  });
  return rows[0];
}

/** Lets the leases of an owner who renews none expire: in real time (30 s), or by setting them back. */
export async function expireLeasesOf(database: Database, owner: string, inRealTime: boolean): Promise<void> {
  if (!inRealTime) {
    await database.query({
      name: 'test_expire',
      text: 'UPDATE conversations.lease SET expires_at = clock_timestamp() WHERE owner = $1',
      values: [owner],
    });
    return;
  }
  while ((await liveLeases(database, owner)) > 0) await delay(100);
}

async function liveLeases(database: Database, owner: string): Promise<number> {
  const { rowCount } = await database.query({
    name: 'test_live_leases',
    text: 'SELECT FROM conversations.lease WHERE owner = $1 AND expires_at > clock_timestamp()',
    values: [owner],
  });
  return rowCount;
}

/** Resolves once nobody holds the conversation's lease. */
export async function untilNoLease(database: Database, conversationId: string): Promise<void> {
  while (await leaseOf(database, conversationId)) await delay(20);
}
