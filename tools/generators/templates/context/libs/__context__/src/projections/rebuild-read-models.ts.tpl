import { DomainError } from '@svc/errors';
import { logStart, type EventStore, type LogPosition } from '@svc/event-store';
import type { Database, Tx } from '@svc/postgres';
import type { {{Context}}Event } from '../adapters/event-types.js';
import { readModelRows, readModelTables } from './read-model-rows.js';

const batchSize = 500;

/** How often the database is asked whether the rest of the log has settled. */
const pauseSeconds = 0.05;

/**
 * Makes all read models anew from the log, in one transaction: readers see the old content or the new, and commands
 * wait until it is done. For the operator, on a pool whose transaction limit allows for the length of the log.
 *
 * @param settleWithinSeconds how long to wait when another transaction on the server keeps a part of the log unsettled.
 * @returns the number of events applied.
 * @throws DomainError `service_unavailable`, having changed nothing, when that time was not enough.
 */
export function rebuildReadModels(
  database: Database,
  store: EventStore<{{Context}}Event>,
  settleWithinSeconds = 5,
): Promise<number> {
  return database.transaction(async (tx) => {
    // The lock lets appends that have begun end first, and keeps others out: the log stands still from here on.
    await run(tx, 'clear', `TRUNCATE ${readModelTables.join(', ')}`);
    const { rows } = await tx.query<{ readonly events: number }>({
      name: '{{context}}.count_events',
      text: 'SELECT count(*)::integer AS events FROM {{context}}.event',
      values: [],
    });
    const written = rows[0]?.events ?? 0;
    let position: LogPosition = logStart;
    let waited = 0;
    for (let applied = 0; applied < written;) {
      const batch = await store.readLog(tx, position, batchSize);
      for (const event of batch) {
        for (const { name, text, values } of readModelRows(event)) await run(tx, name, text, values);
      }
      applied += batch.length;
      position = batch.at(-1) ?? position;
      if (batch.length > 0) continue;
      if (waited >= settleWithinSeconds) throw unsettled(applied, written);
      waited += pauseSeconds;
      await run(tx, 'pause', 'SELECT pg_sleep($1)', [pauseSeconds]);
    }
    return written;
  });
}

async function run(tx: Tx, name: string, text: string, values: readonly unknown[] = []): Promise<void> {
  await tx.query({ name: `{{context}}.rebuild_${name}`, text, values });
}

function unsettled(applied: number, written: number): DomainError {
  return new DomainError('service_unavailable', 'The log is still being written to. Try again in a moment.', {
    privateDetail: `${applied} of ${written} events are settled`,
  });
}
