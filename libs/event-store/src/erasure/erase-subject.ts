import type { Clock } from '@svc/kernel';
import { timestamp, type Database, type Executor, type Tx } from '@svc/postgres';
import type { Table } from '../tables/table.js';
import { clearRows, deleteSnapshots } from './clear.js';

/** An erasure that was begun and not ended. */
export interface IncompleteErasure {
  readonly subject: string;
  /** Of whoever has begun it first; null: not given. */
  readonly cause: string | null;
}

type BegunErasure = Pick<Erasure, 'schema' | 'subject' | 'cause' | 'clock'>;

/** What a context knows of a subject, and where. */
export interface Erasure {
  /** The context's schema. */
  readonly schema: string;
  /** Those with personal columns are cleared; the others may be among them. */
  readonly tables: readonly Table[];
  readonly blobs?: SubjectBlobs;
  readonly subject: string;
  /** Id of what it follows from, for `incompleteErasures`. */
  readonly cause?: string;
  readonly clock: Clock;
  /** Rows changed by one statement. Default 500. */
  readonly batchSize?: number;
}

/** The part of `PostgresBlobs` that erasing needs. */
export interface SubjectBlobs {
  deleteByOwner(owner: string, executor?: Executor): Promise<void>;
}

/**
 * Clears everything sealed that a context holds of a subject beside its events, whose words go with the key: personal
 * columns, snapshots, blobs. From the first of its transactions on nothing personal of the subject is written any more;
 * those that are writing then are waited for, so that what they leave is cleared as well.
 *
 * Can be repeated, also side by side, and after being interrupted: see `incompleteErasures`.
 *
 * @throws DatabaseUnavailableError when a writer of the subject takes longer than the time limit of locks.
 */
export async function eraseSubject({
  database,
  ...erasure
}: Erasure & { readonly database: Database }): Promise<void> {
  await beginErasure(database, erasure);
  await clear(database, erasure);
}

/**
 * Only that nothing personal of the subject is written any more: for a context that has to end what goes on for it before
 * it clears what is left, with `eraseSubject`.
 * @throws as `eraseSubject`
 */
export async function beginErasure(database: Database, erasure: BegunErasure): Promise<void> {
  await database.transaction((tx) => recordErasure(tx, erasure));
}

/**
 * The same as a part of a transaction, which from here on keeps writers of the subject waiting until it ends: for a
 * context that has little of each subject.
 */
export async function eraseSubjectWithin(tx: Tx, erasure: Erasure): Promise<void> {
  await recordErasure(tx, erasure);
  await clear(tx, erasure);
}

/** Erasures that were begun and not ended, in the order of their subjects: `eraseSubject` goes on with each. */
export async function incompleteErasures(
  executor: Executor,
  schema: string,
): Promise<readonly IncompleteErasure[]> {
  const { rows } = await executor.query<IncompleteErasure>({
    name: `${schema}.incomplete_erasures`,
    text: `SELECT subject, cause FROM ${schema}.erased_subject WHERE completed_at IS NULL ORDER BY subject`,
    values: [],
  });
  return rows;
}

/** Whether the erasure of a subject has come to its end. */
export async function hasErased(executor: Executor, schema: string, subject: string): Promise<boolean> {
  const { rows } = await executor.query({
    name: `${schema}.has_erased`,
    text: `SELECT FROM ${schema}.erased_subject WHERE subject = $1 AND completed_at IS NOT NULL`,
    values: [subject],
  });
  return rows.length > 0;
}

/** In a transaction of its own, so that what follows sees what the writers have left that this has waited for. */
async function recordErasure(tx: Tx, { schema, subject, cause, clock }: BegunErasure): Promise<void> {
  await tx.query({
    name: `${schema}.record_erasure`,
    text: `SELECT ${schema}.record_erasure($1, $2, $3)`,
    values: [subject, timestamp(clock.now()), cause ?? null],
  });
}

async function clear(executor: Executor, erasure: Erasure): Promise<void> {
  const { schema, subject, tables, blobs, clock, batchSize = 500 } = erasure;
  for (const table of tables) await clearRows(executor, table, subject, batchSize);
  await deleteSnapshots(executor, schema, subject, batchSize);
  await blobs?.deleteByOwner(subject, executor);
  await executor.query({
    name: `${schema}.complete_erasure`,
    text: `UPDATE ${schema}.erased_subject SET completed_at = $2 WHERE subject = $1 AND completed_at IS NULL`,
    values: [subject, timestamp(clock.now())],
  });
}
