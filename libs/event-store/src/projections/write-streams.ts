import type { Tx } from '@svc/postgres';
import type { SubjectKey } from '@svc/sealing';
import type { TableRow } from '../tables/sql-fragment.js';
import type { Vault } from '../sealing/vault.js';
import type { Table } from '../tables/table.js';
import { sealedRows, type RebuiltStream, type RowsOfTable } from './rebuilt-stream.js';
import { streamHeads } from './stream-heads.js';
import { TableStatements, type HeldRow } from './table-statements.js';

/** Shorter than the server's `deadlock_timeout` (1 s): where an append and this wait for each other, this gives way. */
const lockWaitMs = 100;

export interface WritingPlace {
  readonly schema: string;
  readonly vault: Vault;
}

/** A stream with its rows as they are to be stored. */
export interface SealedStream {
  readonly rebuilt: RebuiltStream;
  readonly rows: readonly RowsOfTable[];
}

export interface WrittenStreams {
  readonly written: readonly RebuiltStream[];
  /** Those that have gone on since they were read; nothing of theirs is changed. */
  readonly overtaken: readonly RebuiltStream[];
  /** Rows that the tables hold of the written ones. */
  readonly rows: number;
  /** Of these: rows that were not there. */
  readonly missing: number;
  /** Rows that were there, and do not follow from the log. */
  readonly removed: number;
}

/** A row with the key of one that is to be made belongs to another aggregate. */
export class ForeignRowError extends Error {
  override readonly name = 'ForeignRowError';
}

/**
 * Makes the rows of streams of one category again, without a lock that anybody else waits for but those who write the
 * same rows. It holds, whoever comes beside it:
 * - an erasure that has begun: its subject's rows are written without words; one that begins waits, and clears them.
 *   Subjects come before rows, as in appends, or an erasure and this could wait for each other for ever;
 * - an append that has changed a row of the stream and is not committed: it is waited for, and the stream is overtaken;
 * - one that comes later finds rows of the stream as they were changed here, and changes them in its turn. To rows that
 *   were missing it may be blind: see `writersGone`.
 *
 * Heads are read after the rows are locked, so no row that is removed can have come from an event that is not known here.
 *
 * @throws DatabaseUnavailableError, TransactionConflictError when a row is locked by somebody for longer
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

/** Makes the transaction wait for nobody for long. */
async function giveWay(tx: Tx): Promise<void> {
  await tx.query({
    name: 'rebuild_lock_timeout',
    text: `SELECT set_config('lock_timeout', $1, true)`,
    values: [`${lockWaitMs}ms`],
  });
}

/**
 * Takes the rows of a stream away, where others are in their way.
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

/** Keeps erasures of these subjects from beginning until the transaction ends. */
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

/** Whose words are in the rows, each once and in one order. */
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
  // Without personal rows the key is not asked for; without a key nothing personal would be stored.
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
