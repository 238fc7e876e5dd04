import type { Executor, Statement } from '@svc/postgres';
import type { Table } from '../tables/table.js';

/**
 * Empties the personal columns of a subject's rows, batch by batch. It waits for rows that another erasure has locked,
 * so none is left at the end.
 */
export async function clearRows(
  executor: Executor,
  { name, key, personal }: Table,
  subject: string,
  batchSize: number,
): Promise<void> {
  if (!personal) return;
  const { columns, subjectRows } = personal;
  const names = columns.map(({ column }) => column);
  const keyColumns = key.join(', ');
  await inBatches(executor, batchSize, {
    name: `${name}.clear_personal`,
    text: `
      WITH batch AS (
        SELECT ${keyColumns} FROM ${name}
         WHERE (${subjectRows}) AND (${names.map((column) => `${column} IS NOT NULL`).join(' OR ')})
         ORDER BY ${keyColumns} LIMIT $2 FOR NO KEY UPDATE
      )
      UPDATE ${name} AS cleared SET ${names.map((column) => `${column} = NULL`).join(', ')}
        FROM batch WHERE ${key.map((column) => `cleared.${column} = batch.${column}`).join(' AND ')}`,
    values: [subject, batchSize],
  });
}

/** Of the subject's streams. */
export async function deleteSnapshots(
  executor: Executor,
  schema: string,
  subject: string,
  batchSize: number,
): Promise<void> {
  await inBatches(executor, batchSize, {
    name: `${schema}.delete_snapshots`,
    text: `
      WITH batch AS (
        SELECT stream_id FROM ${schema}.snapshot WHERE subject = $1 ORDER BY stream_id LIMIT $2 FOR UPDATE
      )
      DELETE FROM ${schema}.snapshot AS deleted USING batch WHERE deleted.stream_id = batch.stream_id`,
    values: [subject, batchSize],
  });
}

async function inBatches(executor: Executor, batchSize: number, statement: Statement): Promise<void> {
  while ((await executor.query(statement)).rowCount === batchSize);
}
