import type { ConversationEvent } from '../src/domain/conversation-event.js';
import type { Library } from './library.js';

interface LeaseRow {
  readonly conversation_id: string;
  readonly interaction_id: string;
  readonly owner: string;
  readonly fence: string;
  readonly caller_has_gone: boolean;
  readonly seconds_left: number;
  readonly ends_at_ms: number;
}

export async function leases({ database }: Library): Promise<readonly LeaseRow[]> {
  const { rows } = await database.pool.query<LeaseRow>(
    `SELECT conversation_id, interaction_id, owner, fence, caller_has_gone,
            extract(epoch FROM expires_at - clock_timestamp())::float8 AS seconds_left,
            extract(epoch FROM expires_at)::float8 * 1000 AS ends_at_ms
       FROM conversations.lease ORDER BY conversation_id`,
  );
  return rows;
}

/** The time by the database's clock. */
export async function databaseNowMs({ database }: Library): Promise<number> {
  const { rows } = await database.pool.query<{ now_ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now_ms',
  );
  return rows[0]?.now_ms ?? NaN;
}

/** Moves the end of all leases instead of waiting for it. */
export async function expireLeases({ database }: Library, inTime = '-1 seconds'): Promise<void> {
  await database.pool.query(`UPDATE conversations.lease SET expires_at = clock_timestamp() + $1::interval`, [
    inTime,
  ]);
}

/** How many sessions wait for another one. */
export async function waitingForLocks({ database }: Library): Promise<number | null> {
  const { rowCount } = await database.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rowCount;
}

/** A conversation's events in the log. */
export async function eventsOf(
  { database, store }: Library,
  conversationId: string,
  tenantId = 'org:demo',
): Promise<readonly ConversationEvent[]> {
  const recorded = await store.readConversation(database, `${tenantId}/conversation/${conversationId}`);
  return recorded.map(({ event }) => event);
}

/** Appends an event that does not concern the running turn. */
export function appendNote(library: Library, conversationId: string): Promise<void> {
  const words = { exchanges: [], facts: [], decisions: [] };
  const data = { interactionId: '', calls: [], words };
  return append(library, conversationId, { type: 'TurnRecorded', data });
}

/** Appends the begin of a turn that nobody runs. */
export function appendStart(library: Library, conversationId: string, interactionId: string): Promise<void> {
  const nobody = { userId: '', serviceId: '' };
  const data = {
    ...nobody,
    interactionId,
    kind: 'skip',
    messages: [],
    startedAtMs: 0,
    isOnBehalf: false,
    clientMessageId: null,
    isOwnTurn: false,
  } as const;
  return append(library, conversationId, { type: 'InteractionStarted', data });
}

async function append(
  { database, store }: Library,
  conversationId: string,
  event: ConversationEvent,
): Promise<void> {
  const address = { tenantId: 'org:demo', streamId: `org:demo/conversation/${conversationId}` } as const;
  const { head } = await store.loadStream(database, address);
  const metadata = { actor: 'test', correlationId: 'test', causationId: 'test' };
  await store.append(database, {
    ...address,
    subject: head.subject,
    expected: head,
    events: [event],
    metadata,
  });
}
