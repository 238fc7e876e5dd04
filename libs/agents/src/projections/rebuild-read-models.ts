import { DomainError } from '@svc/errors';
import { logStart, type EventStore, type LogPosition } from '@svc/event-store';
import type { Database, Tx } from '@svc/postgres';
import type { AgentsEvent } from '../adapters/event-types.js';
import { readModelRows, readModelTables } from './read-model-rows.js';

const batchSize = 200;

/** How often the database is asked whether the rest of the log has settled. */
const pauseSeconds = 0.05;

/**
 * Makes all read models anew from the log, in one transaction: readers see the old content or the new, and commands
 * wait until it is done. For the operator; definitions are few and small, so it is a matter of seconds.
 *
 * @param settleWithinSeconds how long to wait when another transaction on the server keeps a part of the log unsettled.
 * @returns the number of events applied.
 * @throws DomainError `service_unavailable`, having changed nothing, when that time was not enough.
 */
export function rebuildReadModels(
  database: Database,
  store: EventStore<AgentsEvent>,
  settleWithinSeconds = 5,
): Promise<number> {
  return database.transaction(async (tx) => {
    // The lock lets appends that have begun end first, and keeps others out: the log stands still from here on.
    await tx.query({
      name: 'agents.clear_read_models',
      text: `TRUNCATE ${readModelTables.join(', ')}`,
      values: [],
    });
    const written = await countEvents(tx);
    let progress: Progress = { applied: 0, after: logStart };
    for (let waited = 0; ; waited += pauseSeconds) {
      progress = await applySettled(tx, store, progress);
      if (progress.applied === written) return written;
      if (waited >= settleWithinSeconds) throw unsettled(progress.applied, written);
      await tx.query({ name: 'agents.pause', text: 'SELECT pg_sleep($1)', values: [pauseSeconds] });
    }
  });
}

interface Progress {
  readonly applied: number;
  readonly after: LogPosition;
}

async function applySettled(tx: Tx, store: EventStore<AgentsEvent>, start: Progress): Promise<Progress> {
  let progress = start;
  while (true) {
    const batch = await store.readLog(tx, progress.after, batchSize);
    for (const { tenantId, event } of batch) {
      for (const { name, ...fragment } of readModelRows(tenantId, event)) {
        await tx.query({ name: `agents.rebuild_${name}`, ...fragment });
      }
    }
    const last = batch.at(-1);
    if (!last) return progress;
    progress = { applied: progress.applied + batch.length, after: last };
  }
}

async function countEvents(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>({
    name: 'agents.count_events',
    text: 'SELECT count(*)::integer AS count FROM agents.event',
    values: [],
  });
  return rows[0]?.count ?? 0;
}

function unsettled(applied: number, written: number): DomainError {
  return new DomainError('service_unavailable', 'The log is still being written to. Try again in a moment.', {
    privateDetail: `${applied} of ${written} events are settled`,
  });
}
