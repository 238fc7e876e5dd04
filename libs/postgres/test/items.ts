import type { DatabaseUnavailableError } from '../src/database-errors.js';
import type { Statement } from '../src/database.js';

/** Statements on a table `item` with the key `id`. */
export const insert = (id: number): Statement => ({
  name: 'insert_item',
  text: 'INSERT INTO item (id) VALUES ($1)',
  values: [id],
});
export const readAll: Statement = { name: 'read_items', text: 'SELECT id FROM item ORDER BY id', values: [] };
export const processId: Statement = {
  name: 'process_id',
  text: 'SELECT pg_backend_pid() AS pid',
  values: [],
};

/** A temporary error, and whether its statement may still have run. */
export const unavailable = (told: Pick<DatabaseUnavailableError, 'isOutcomeUnknown'>) => ({
  name: 'DatabaseUnavailableError',
  ...told,
});
