import { DomainError } from '@svc/errors';
import {
  logStart,
  type EventStore,
  type LogPosition,
  type RecordedEvent,
  type SqlFragment,
} from '@svc/event-store';
import type { Database, Tx } from '@svc/postgres';
import type { IdentityEvent } from '../adapters/event-types.js';
import { apiKeyRows } from './api-key-rows.js';
import { organizationRows } from './organization-rows.js';
import { roleRows } from './role-rows.js';
import { userRows } from './user-rows.js';

const tables = [
  'organization',
  'role',
  'user_account',
  'user_sensitive_variable',
  'api_key',
  'api_key_secret',
  'api_key_count',
];
const eventsAtOnce = 500;

/** How often a read that finds nothing more is repeated, and after how many seconds. */
const mostPauses = 100;
const pauseSeconds = 0.1;

/**
 * Empties the read models and fills them again from the log, in one transaction. Writers wait meanwhile, so it belongs
 * into a maintenance window, on a pool whose transaction limit allows it; readers see the old rows until the end.
 * @returns how many events were applied.
 * @throws DomainError `service_unavailable` when an open transaction elsewhere on the server holds the log back for 10 s.
 */
export function rebuildReadModels(database: Database, store: EventStore<IdentityEvent>): Promise<number> {
  return database.transaction(async (tx) => {
    // No append is under way once we hold the lock, so the whole log is there.
    await run(tx, {
      name: 'lock_log',
      text: 'LOCK TABLE identity.event IN SHARE ROW EXCLUSIVE MODE',
      values: [],
    });
    for (const table of tables) {
      await run(tx, { name: `empty_${table}`, text: `DELETE FROM identity.${table}`, values: [] });
    }
    const { rows } = await tx.query<{ readonly events: string }>({
      name: 'identity.count_events',
      text: 'SELECT count(*) AS events FROM identity.event',
      values: [],
    });
    const events = Number(rows[0]?.events);
    await applyLog(tx, store, events);
    return events;
  });
}

async function applyLog(tx: Tx, store: EventStore<IdentityEvent>, total: number): Promise<void> {
  let position: LogPosition = logStart;
  for (let applied = 0, pauses = 0; applied < total;) {
    const events = await store.readLog(tx, position, eventsAtOnce);
    for (const event of events) for (const fragment of rowsOf(event)) await run(tx, fragment);
    position = events.at(-1) ?? position;
    applied += events.length;
    if (events.length > 0) continue;
    if (++pauses > mostPauses) throw heldBack();
    await run(tx, { name: 'pause', text: 'SELECT pg_sleep($1)', values: [pauseSeconds] });
  }
}

function heldBack(): DomainError {
  return new DomainError(
    'service_unavailable',
    'An open transaction on the database server holds the log back.',
  );
}

function rowsOf({ streamId, event }: RecordedEvent<IdentityEvent>): readonly SqlFragment[] {
  const [tenantId = '', , id = ''] = streamId.split('/');
  const orgId = tenantId.slice('org:'.length);
  switch (event.type) {
    case 'OrganizationCreated':
      return organizationRows(orgId, [event]);
    case 'RoleCreated':
      return roleRows(orgId, [event]);
    case 'UserCreated':
    case 'SensitiveUserVariablesStored':
    case 'UserProfileChanged':
    case 'UserPreferencesChanged':
    case 'UserContextAdded':
    case 'UserRoleAssigned':
    case 'UserDeleted':
      return userRows(orgId, [event], id);
    case 'ApiKeyCreated':
    case 'ApiKeySecretStored':
    case 'ApiKeyDeleted':
      return apiKeyRows(orgId, [event], id);
  }
}

async function run(tx: Tx, { name, text, values }: SqlFragment): Promise<void> {
  await tx.query({ name: `identity.rebuild_${name}`, text, values });
}
