import type { Clock } from '@svc/kernel';
import { timestamp, type Database, type Executor, type Tx } from '@svc/postgres';
import type { Table } from '../tables/table.js';
import { clearRows, deleteSnapshots } from './clear.js';

/** An erasure that has begun and not ended. */
export interface IncompleteErasure {
  readonly subject: string;
  /** Of the first request for it; null: not given. */
  readonly cause: string | null;
}

type BegunErasure = Pick<Erasure, 'schema' | 'subject' | 'cause' | 'clock'>;

/** Where a context stores personal data of subjects. */
export interface Erasure {
  /** The context's schema. */
  readonly schema: string;
  /** Tables with personal columns are cleared; others are ignored. */
  readonly tables: readonly Table[];
  readonly blobs?: SubjectBlobs;
  readonly subject: string;
  /** Id of its cause, for `incompleteErasures`. */
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
 * Clears a subject's sealed data in a context: personal columns, snapshots, blobs. Its events become unreadable with
 * the key. Its first transaction stops new personal writes of the subject, and waits for open ones to clear those as
 * well.
 *
 * Can be repeated, also concurrently and after an interruption: see `incompleteErasures`.
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
 * Only stops personal writes of the subject. For a context that must end running work before it clears the rest with
 * `eraseSubject`.
 * @throws as `eraseSubject`
 */
export async function beginErasure(database: Database, erasure: BegunErasure): Promise<void> {
  await database.transaction((tx) => recordErasure(tx, erasure));
}

/**
 * The same in the caller's transaction, which blocks writers of the subject until it ends. For a context with little
 * data per subject.
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

/** Whether the erasure of a subject is complete. */
export async function hasErased(executor: Executor, schema: string, subject: string): Promise<boolean> {
  const { rows } = await executor.query({
    name: `${schema}.has_erased`,
    text: `SELECT FROM ${schema}.erased_subject WHERE subject = $1 AND completed_at IS NOT NULL`,
    values: [subject],
  });
  return rows.length > 0;
}

/** In its own transaction, so later statements see the rows of the writers that this waited for. */
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
