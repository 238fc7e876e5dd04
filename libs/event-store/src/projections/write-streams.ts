import type { Tx } from '@svc/postgres';
import type { SubjectKey } from '@svc/sealing';
import type { TableRow } from '../tables/sql-fragment.js';
import type { Vault } from '../sealing/vault.js';
import type { Table } from '../tables/table.js';
import { sealedRows, type RebuiltStream, type RowsOfTable } from './rebuilt-stream.js';
import { streamHeads } from './stream-heads.js';
import { TableStatements, type HeldRow } from './table-statements.js';

/** Shorter than the server's `deadlock_timeout` (1 s): in a deadlock with an append, the rebuild gives way. */
const lockWaitMs = 100;

export interface WritingPlace {
  readonly schema: string;
  readonly vault: Vault;
}

/** A stream with its rows ready to be stored. */
export interface SealedStream {
  readonly rebuilt: RebuiltStream;
  readonly rows: readonly RowsOfTable[];
}

export interface WrittenStreams {
  readonly written: readonly RebuiltStream[];
  /** Streams that have grown since they were read; their rows are unchanged. */
  readonly overtaken: readonly RebuiltStream[];
  /** Rows of the written streams in the tables. */
  readonly rows: number;
  /** Of these: rows that were missing. */
  readonly missing: number;
  /** Removed rows, which did not follow from the log. */
  readonly removed: number;
}

/** The key of a rebuilt row belongs to another aggregate's row. */
export class ForeignRowError extends Error {
  override readonly name = 'ForeignRowError';
}

/**
 * Rebuilds the rows of streams of one category. Only writers of the same rows wait for its locks. Concurrent
 * transactions:
 * - an erasure that has begun: its subject's rows are written without personal data; one that begins waits, and clears
 *   them. Subjects are locked before rows, as in appends, or both could deadlock;
 * - an open append that has changed a row of the stream: the rebuild waits, and reports the stream as overtaken;
 * - a later append finds the rebuilt rows, and changes them. It may not see restored rows: see `writersGone`.
 *
 * Heads are read after the rows are locked, so no removed row can follow from an unread event.
 *
 * @throws DatabaseUnavailableError, TransactionConflictError when a row stays locked for longer
 * @throws ForeignRowError and unique violations when a key belongs to a row of another stream
 */
export async function writeStreams(
  tx: Tx,
  { schema, vault }: WritingPlace,
  tables: readonly Table[],
  streams: readonly SealedStream[],
): Promise<WrittenStreams> {
  await giveWay(tx);
  const erased = await erasedSubjects(tx, schema, streams);
  const held: (readonly HeldRow[])[] = [];
  const logged = streams.map(({ rebuilt }) => rebuilt.stream);
  for (const table of tables) held.push((await tx.query<HeldRow>(statementsOf(table).hold(logged))).rows);

  const heads = await streamHeads(tx, schema, logged);
  const isCurrent = ({ rebuilt: { stream } }: SealedStream) => heads.get(stream.streamId) === stream.version;
  const current = streams.map(isCurrent);
  const made = streams
    .filter(isCurrent)
    .map(({ rebuilt, rows }) =>
      erased.has(rebuilt.stream.subject ?? '') ? sealedRows(rebuilt, 'erased', vault) : rows,
    );
  const sum = { rows: 0, missing: 0, removed: 0 };
  for (const [index, table] of tables.entries()) {
    const keys = held[index]?.flatMap(({ key, owner }) => (current[owner] ? [key] : [])) ?? [];
    const rows = made.flatMap((ofStream) => ofStream[index]?.rows ?? []);
    const removed = await replaceRows(tx, table, keys, rows);
    sum.rows += rows.length;
    sum.removed += removed;
    sum.missing += rows.length - (keys.length - removed);
  }
  return {
    written: streams.filter(isCurrent).map(({ rebuilt }) => rebuilt),
    overtaken: streams.filter((stream) => !isCurrent(stream)).map(({ rebuilt }) => rebuilt),
    ...sum,
  };
}

/** Limits the transaction's waits for locks. */
async function giveWay(tx: Tx): Promise<void> {
  await tx.query({
    name: 'rebuild_lock_timeout',
    text: `SELECT set_config('lock_timeout', $1, true)`,
    values: [`${lockWaitMs}ms`],
  });
}

/**
 * Removes the rows of a stream that conflict with others.
 * @throws DatabaseUnavailableError, TransactionConflictError as `writeStreams`
 */
export async function clearStream(
  tx: Tx,
  tables: readonly Table[],
  { stream }: RebuiltStream,
): Promise<void> {
  await giveWay(tx);
  for (const table of tables) {
    const { rows } = await tx.query<HeldRow>(statementsOf(table).hold([stream]));
    await replaceRows(
      tx,
      table,
      rows.map(({ key }) => key),
      [],
    );
  }
}

/** @returns how many of the held rows were removed. */
async function replaceRows(
  tx: Tx,
  table: Table,
  held: readonly TableRow[],
  made: readonly TableRow[],
): Promise<number> {
  const statements = statementsOf(table);
  const removed = held.length > 0 ? (await tx.query(statements.remove(held, made))).rowCount : 0;
  if (made.length > 0) {
    const { rowCount } = await tx.query(statements.put(made));
    if (statements.changesRows && rowCount < made.length)
      throw new ForeignRowError(`A row of ${table.name} has the key of another aggregate's.`);
  }
  return removed;
}

/** Blocks new erasures of these subjects until the transaction ends. */
async function erasedSubjects(
  tx: Tx,
  schema: string,
  streams: readonly SealedStream[],
): Promise<ReadonlySet<string>> {
  const subjects = subjectsOf(streams.map(({ rebuilt }) => rebuilt));
  if (subjects.length === 0) return new Set();
  const { rows } = await tx.query<{ subject: string }>({
    name: `${schema}.rebuild_erased_subjects`,
    text: `SELECT subject FROM unnest($1::text[]) AS subject WHERE ${schema}.is_erased(subject)`,
    values: [subjects],
  });
  return new Set(rows.map(({ subject }) => subject));
}

/** The subjects of the rows, each once and ordered. */
export function subjectsOf(streams: readonly RebuiltStream[]): readonly string[] {
  const subjects = streams.flatMap(({ stream, isPersonal }) => (isPersonal ? (stream.subject ?? []) : []));
  return [...new Set(subjects)].toSorted();
}

/** Seals all of it under the keys of its subjects. */
export function sealedStream(
  rebuilt: RebuiltStream,
  keys: ReadonlyMap<string, SubjectKey>,
  vault: Vault,
): SealedStream {
  // Without personal rows no key is needed.
  const key = keys.get(rebuilt.stream.subject ?? '') ?? 'erased';
  return { rebuilt, rows: sealedRows(rebuilt, key, vault) };
}

const statements = new WeakMap<Table, TableStatements>();

/** Their texts are the same each time, and long. */
function statementsOf(table: Table): TableStatements {
  const known = statements.get(table) ?? new TableStatements(table);
  statements.set(table, known);
  return known;
}
