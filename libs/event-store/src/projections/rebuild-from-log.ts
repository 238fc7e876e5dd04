import type { DomainEvent } from '@svc/kernel';
import { DomainError } from '@svc/errors';
import type { Database, Tx } from '@svc/postgres';
import type { SqlFragment } from '../append/sql-fragment.js';
import type { EventStore } from '../event-store.js';
import type { RecordedEvent } from '../events/recorded-event.js';
import { logStart } from '../reading/read-log.js';

const batchSize = 500;
/** How often the database is asked whether the rest of the log has settled. */
const pauseSeconds = 0.05;

export interface RebuildOptions<Event extends DomainEvent> {
  readonly database: Database;
  readonly store: EventStore<Event>;
  /** The read models' tables with their schema; they are emptied first. */
  readonly tables: readonly string[];
  /** The rows that the append of this event has written. */
  readonly rowsOf: (event: RecordedEvent<Event>) => readonly SqlFragment[];
  /** How long to wait when another transaction on the server keeps a part of the log unsettled. Default 5. */
  readonly settleWithinSeconds?: number | undefined;
}

/**
 * Makes read models anew from the log, in one transaction: readers see the old content or the new, and appends wait
 * until it is done. For the operator, on a pool whose transaction limit allows for the length of the log.
 *
 * @returns the number of events applied.
 * @throws DomainError `service_unavailable`, having changed nothing, when the log did not settle in time.
 */
export function rebuildFromLog<Event extends DomainEvent>(options: RebuildOptions<Event>): Promise<number> {
  const { database, store, tables, rowsOf, settleWithinSeconds = 5 } = options;
  return database.transaction(async (tx) => {
    const run = runner(tx, store.schema);
    // Lets appends that have begun end first, and keeps others out: the log stands still from here on. TRUNCATE's own
    // lock would give us a transaction id before those appends have theirs, and their events would never settle for us.
    await run('lock', `LOCK TABLE ${tables.join(', ')} IN EXCLUSIVE MODE`);
    await run('clear', `TRUNCATE ${tables.join(', ')}`);
    const written = await countEvents(tx, store.schema);
    let position = logStart;
    let waited = 0;
    for (let applied = 0; applied < written;) {
      const batch = await store.readLog(tx, position, batchSize);
      for (const event of batch) {
        for (const { name, text, values } of rowsOf(event)) await run(name, text, values);
      }
      applied += batch.length;
      position = batch.at(-1) ?? position;
      if (batch.length > 0) continue;
      if (waited >= settleWithinSeconds) throw unsettled(applied, written);
      waited += pauseSeconds;
      await run('pause', 'SELECT pg_sleep($1)', [pauseSeconds]);
    }
    return written;
  });
}

function runner(tx: Tx, schema: string) {
  return async (name: string, text: string, values: readonly unknown[] = []): Promise<void> => {
    await tx.query({ name: `${schema}.rebuild_${name}`, text, values });
  };
}

async function countEvents(tx: Tx, schema: string): Promise<number> {
  const { rows } = await tx.query<{ readonly events: number }>({
    name: `${schema}.count_events`,
    text: `SELECT count(*)::integer AS events FROM ${schema}.event`,
    values: [],
  });
  return rows[0]?.events ?? 0;
}

function unsettled(applied: number, written: number): DomainError {
  return new DomainError('service_unavailable', 'The log is still being written to. Try again in a moment.', {
    privateDetail: `${applied} of ${written} events are settled`,
  });
}
