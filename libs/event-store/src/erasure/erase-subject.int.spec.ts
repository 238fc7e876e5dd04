import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { blobsMigrations, createPostgresBlobs, plainBlob, type PostgresBlobs } from '@svc/blobs';
import { SubjectErasedError } from '@svc/errors';
import type { Database, Statement, Tx } from '@svc/postgres';
import { createTestDatabase, type TestDatabase } from '@svc/testing';
import { schema, tenant, testClock, testTime } from '../../test/account-log.js';
import { createPatientTable, patientTable } from '../../test/patient-table.js';
import { eventStoreMigrations } from '../event-store-migrations.js';
import { defineTable } from '../tables/define-table.js';
import { column } from '../tables/column.js';
import { eraseSubject, eraseSubjectWithin, incompleteErasures } from './erase-subject.js';

const ada = 'org:demo/user/ada';
const bob = 'org:demo/user/bob';
const wardTable = defineTable<{ tenantId: string; id: string }>()('bank.ward', {
  key: { tenantId: column((row) => row.tenantId), id: column((row) => row.id) },
});

let test: TestDatabase;
let blobs: PostgresBlobs;
beforeEach(async () => {
  const folders = [eventStoreMigrations, blobsMigrations];
  test = await createTestDatabase({ maxConnections: 8, migrations: { schema, folders } });
  await test.database.pool.query(createPatientTable);
  blobs = createPostgresBlobs({ database: test.database, schema, hasSubjects: true });
});
afterEach(() => test.drop());

const erasureOf = (subject: string) => ({
  schema,
  tables: [wardTable, patientTable],
  blobs,
  subject,
  cause: 'event-1',
  clock: testClock,
  batchSize: 2,
});
const erase = (subject: string, database: Database = test.database) =>
  eraseSubject({ ...erasureOf(subject), database });
const incomplete = () => incompleteErasures(test.database, schema);

/** Writes a row with personal data in one statement, as an append does. @returns whether it was refused. */
async function write(
  executor: Pick<Database, 'query'>,
  subject: string,
  patientId: string,
): Promise<boolean> {
  const { rows } = await executor.query<{ refused: boolean }>({
    name: 'write',
    text: `
      WITH row AS (
        INSERT INTO bank.patient (tenant_id, patient_id, visit, subject, ward, name)
        SELECT $1, $2, 1, $3, 'B', 'sealed' WHERE NOT bank.is_erased($3) RETURNING 1)
      SELECT NOT EXISTS (SELECT FROM row) AS refused`,
    values: [tenant, patientId, subject],
  });
  return rows[0]?.refused ?? true;
}

interface Row {
  readonly id: string;
  readonly ward: string;
  readonly name: string | null;
}
async function rowsOf(subject: string): Promise<readonly Row[]> {
  const sql = `SELECT patient_id AS id, ward, name FROM bank.patient WHERE subject = $1 ORDER BY patient_id`;
  return (await test.database.pool.query<Row>(sql, [subject])).rows;
}
const cleared = (id: string): Row => ({ id, ward: 'B', name: null });

async function recorded(): Promise<unknown[]> {
  const sql =
    'SELECT subject, erased_at AS erased, completed_at AS completed FROM bank.erased_subject ORDER BY subject';
  return (await test.database.pool.query(sql)).rows;
}
const at = new Date(testTime);

/** Resolves when so many sessions wait for a lock of this kind. */
async function waiting(locktype: string, sessions = 1): Promise<void> {
  const waits = `SELECT FROM pg_locks WHERE NOT granted AND locktype = $1
    AND (database IS NULL OR database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;
  for (;;) {
    const { rowCount } = await test.database.pool.query(waits, [locktype]);
    if ((rowCount ?? 0) >= sessions) return;
  }
}

/** An open transaction that the test ends. */
async function held(): Promise<{ readonly tx: Tx; readonly end: () => Promise<void> }> {
  const opened = Promise.withResolvers<Tx>();
  const ending = Promise.withResolvers<void>();
  const done = test.database.transaction((tx) => {
    opened.resolve(tx);
    return ending.promise;
  });
  const end = () => {
    ending.resolve();
    return done;
  };
  return { tx: await opened.promise, end };
}

describe('erasing a subject', () => {
  it('clears only its own personal columns, snapshots and blobs', async () => {
    const blobOf = (owner: string) => plainBlob({ tenantId: tenant, owner }, Buffer.from('words'));
    for (const [subject, count] of [
      [ada, 5],
      [bob, 3],
    ] as const) {
      for (let id = 1; id <= count; id++) await write(test.database, subject, `${subject} ${id}`);
      await blobs.put(blobOf(subject));
      await test.database.pool.query(
        `INSERT INTO bank.snapshot (stream_id, tenant_id, subject, stream_version, event_hash, shape, state)
         SELECT $1 || stream, 'org:demo', $1, 1, '', '', '' FROM generate_series(1, 3) AS stream`,
        [subject],
      );
    }
    const ofBob = await rowsOf(bob);

    await erase(ada);

    expect(await rowsOf(ada)).toEqual([1, 2, 3, 4, 5].map((id) => cleared(`${ada} ${id}`)));
    expect(await rowsOf(bob)).toEqual(ofBob);
    const { rows } = await test.database.pool.query('SELECT DISTINCT subject FROM bank.snapshot');
    expect(rows).toEqual([{ subject: bob }]);
    expect(await blobs.getMany([blobOf(ada), blobOf(bob)])).toEqual([undefined, Buffer.from('words')]);
    expect(await recorded()).toEqual([{ subject: ada, erased: at, completed: at }]);
  });

  it('refuses later personal data of the subject, and accepts that of others', async () => {
    await erase(ada);
    expect(await write(test.database, ada, 'late')).toBe(true);
    await expect(
      blobs.put(plainBlob({ tenantId: tenant, owner: ada }, Buffer.from('late'))),
    ).rejects.toBeInstanceOf(SubjectErasedError);
    expect(await write(test.database, bob, 'other')).toBe(false);
    expect(await rowsOf(ada)).toEqual([]);
  });

  it('repeated and two at a time, does the same and keeps the time of the first', async () => {
    for (let id = 1; id <= 7; id++) await write(test.database, ada, `p${id}`);
    await Promise.all([erase(ada), erase(ada)]);
    const later = { now: () => testTime + 1_000 };
    await eraseSubject({ ...erasureOf(ada), clock: later, database: test.database });
    expect((await rowsOf(ada)).every(({ name }) => name === null)).toBe(true);
    expect(await recorded()).toEqual([{ subject: ada, erased: at, completed: at }]);
  });

  it.each([1, 2, 3])(
    'interrupted after %i of its statements, is listed and can be continued',
    async (count) => {
      for (let id = 1; id <= 5; id++) await write(test.database, ada, `p${id}`);
      await erase(bob);

      await expect(erase(ada, failingAfter(count))).rejects.toThrow('lost');

      expect(await incomplete()).toEqual([{ subject: ada, cause: 'event-1' }]);
      expect(await write(test.database, ada, 'late')).toBe(true);
      await erase(ada);
      expect(await incomplete()).toEqual([]);
      expect(await rowsOf(ada)).toEqual([1, 2, 3, 4, 5].map((id) => cleared(`p${id}`)));
    },
  );

  it('as a part of a transaction commits with it, or not at all', async () => {
    await write(test.database, ada, 'p1');
    const undone = test.database.transaction(async (tx) => {
      await eraseSubjectWithin(tx, erasureOf(ada));
      throw new Error('not so');
    });
    await expect(undone).rejects.toThrow('not so');
    expect((await rowsOf(ada))[0]?.name).toBe('sealed');
    await test.database.transaction((tx) => eraseSubjectWithin(tx, erasureOf(ada)));
    expect(await rowsOf(ada)).toEqual([cleared('p1')]);
    expect(await incomplete()).toEqual([]);
  });
});

describe('a writer that began first', () => {
  it('given its transaction is still open, then the erasure waits for it and clears what it wrote', async () => {
    const writer = await held();
    expect(await write(writer.tx, ada, 'p1')).toBe(false);
    const erased = erase(ada);
    await waiting('advisory');
    expect(await recorded()).toEqual([]);
    await writer.end();
    await erased;
    expect(await rowsOf(ada)).toEqual([cleared('p1')]);
    expect(await incomplete()).toEqual([]);
  });

  it('given it writes a blob, then the same', async () => {
    const blob = plainBlob({ tenantId: tenant, owner: ada }, Buffer.from('words'));
    const writer = await held();
    await createPostgresBlobs({ database: writer.tx as unknown as Database, schema, hasSubjects: true }).put(
      blob,
    );
    const erased = erase(ada);
    await waiting('advisory');
    await writer.end();
    await erased;
    expect(await blobs.get(blob)).toBeUndefined();
  });

  it('given it writes of another, then nobody waits', async () => {
    const writer = await held();
    await write(writer.tx, bob, 'p1');
    await erase(ada);
    await writer.end();
    expect((await rowsOf(bob))[0]?.name).toBe('sealed');
  });

  it('given it comes while an erasure waits, then it queues behind it and is refused', async () => {
    const first = await held();
    await write(first.tx, ada, 'p1');
    const erased = erase(ada);
    await waiting('advisory');
    const second = write(test.database, ada, 'p2');
    await waiting('advisory', 2);
    await first.end();
    expect(await second).toBe(true);
    await erased;
    expect(await rowsOf(ada)).toEqual([cleared('p1')]);
  });

  it('given its statement has begun before the erasure and asks after it, then it is refused: its own snapshot shows nothing', async () => {
    await test.database.pool.query('CREATE TABLE bank.gate AS SELECT 1 AS id');
    const gate = await held();
    await gate.tx.query({ name: 'close', text: 'UPDATE bank.gate SET id = 2', values: [] });
    const late = test.database.query({
      name: 'late',
      text: `
        SELECT EXISTS (SELECT FROM bank.erased_subject WHERE subject = $1) AS seen, bank.is_erased($1) AS refused
          FROM (SELECT FROM bank.gate FOR UPDATE) AS open`,
      values: [ada],
    });
    await waiting('transactionid');
    await erase(ada);
    await gate.end();
    expect((await late).rows).toEqual([{ seen: false, refused: true }]);
  });
});

/** The database, lost after so many statements outside transactions. */
function failingAfter(statements: number): Database {
  const { database } = test;
  let left = statements;
  return {
    transaction: (work) => database.transaction(work),
    async query<Result>(statement: Statement) {
      if (left-- === 0) throw new Error('lost');
      return database.query<Result>(statement);
    },
  };
}
