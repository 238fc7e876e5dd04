import { randomBytes } from 'node:crypto';
import { StartupError } from '@svc/errors';
import type { Database, Executor, Statement } from '@svc/postgres';
import type { TestDatabase } from '@svc/testing';
import {
  addSecrets,
  createSampleDatabase,
  knownKeys,
  masterKey,
  openedBy,
  sampleSecrets,
} from '../../test/sample-secrets.js';
import { assertMasterKey, rewrapSecrets } from '../index.js';

const [former, next, third] = [masterKey(1), masterKey(2), masterKey(3)];
const names = ['ada', 'bob', 'eve'];
const everything = ['password', 'token'].flatMap((kind) => names.map((name) => `${kind} ${name}`));

let storage: TestDatabase;
beforeEach(async () => {
  storage = await createSampleDatabase();
  await assertMasterKey(storage.database, 'sample', former);
  for (const name of names) await addSecrets(storage.database, name, former);
});
afterEach(() => storage.drop());

const rewrap = (from = former, to = next, database: Database = storage.database) =>
  rewrapSecrets({ database, schema: 'sample', secrets: sampleSecrets, from, to, random: randomBytes });
const run = (text: string) => storage.database.pool.query(text);

/** A process that ends at the given statement; what it had not committed is lost. */
function endingAt(last: number): Database {
  let statements = 0;
  const counted =
    (executor: Executor): Executor['query'] =>
    (statement: Statement) => {
      if ((statements += 1) >= last) return Promise.reject(new Error('killed'));
      return executor.query(statement);
    };
  return {
    query: counted(storage.database),
    transaction: (work) =>
      storage.database.transaction((tx) =>
        work({ ...tx, afterCommit: (call) => tx.afterCommit(call), query: counted(tx) }),
      ),
  };
}

describe('wrapping secrets again', () => {
  it('puts all of them under the new key, which then is the only one', async () => {
    expect(await rewrap()).toBe(6);
    expect(await openedBy(storage.database, [former, next])).toEqual([[], everything]);
    expect(await knownKeys(storage.database)).toEqual([next.id]);
    await assertMasterKey(storage.database, 'sample', next);
    await expect(assertMasterKey(storage.database, 'sample', former)).rejects.toThrow(StartupError);
  });

  it('when it is already done, does nothing', async () => {
    await rewrap();
    const before = (await run('SELECT * FROM sample.token ORDER BY name')).rows;
    expect(await rewrap()).toBe(0);
    expect((await run('SELECT * FROM sample.token ORDER BY name')).rows).toEqual(before);
  });

  it('works in batches and skips what is done', async () => {
    await storage.database.transaction(async (tx) => {
      for (let index = 0; index < 1_203; index += 1) {
        const name = `n${index}`;
        const wrapped = former.wrap(Buffer.from(name), { purpose: 'password', row: [name] }, randomBytes);
        const values = [name, wrapped, former.id];
        await tx.query({ name: 'add', text: 'INSERT INTO sample.password VALUES ($1, $2, $3)', values });
      }
    });
    expect(await rewrap()).toBe(1_209);
    const [left, done] = await openedBy(storage.database, [former, next]);
    expect([left?.length, done?.length]).toEqual([0, 1_209]);
  });

  it('interrupted at any statement, loses nothing, blocks every start, and is finished by the same call', async () => {
    const outcomes: string[] = [];
    for (let last = 1; outcomes.at(-1) !== 'done'; last += 1) {
      outcomes.push(
        await rewrap(former, next, endingAt(last)).then(
          () => 'done',
          (error: Error) => error.message,
        ),
      );
      const opened = (await openedBy(storage.database, [former, next])).flat();
      expect(opened.sort()).toEqual(everything);
      if ((await knownKeys(storage.database)).length > 1) {
        for (const key of [former, next])
          await expect(assertMasterKey(storage.database, 'sample', key)).rejects.toThrow('is being changed');
      }
      await rewrap();
      expect(await openedBy(storage.database, [former, next])).toEqual([[], everything]);
      expect(await knownKeys(storage.database)).toEqual([next.id]);
      await rewrap(next, former);
    }
    // Two for the lock, one for the new key, two for each of two tables, one to remove the old key.
    expect(outcomes).toEqual([...Array<string>(8).fill('killed'), 'done']);
  });

  it('given an old key that opens nothing here, fails and changes nothing', async () => {
    await expect(rewrap(third)).rejects.toThrow(/old master key opens nothing in sample/);
    expect(await knownKeys(storage.database)).toEqual([former.id]);
    expect(await openedBy(storage.database, [former])).toEqual([everything]);
  });

  it('given the same key as old and new, fails', async () => {
    await expect(rewrap(former, former)).rejects.toThrow('the old one: make another');
  });

  it('begun with one new key, does not continue with a third', async () => {
    await expect(rewrap(former, next, endingAt(6))).rejects.toThrow('killed');
    expect(await knownKeys(storage.database)).toHaveLength(2);
    await expect(rewrap(former, third)).rejects.toThrow(/being changed to another one/);
    await rewrap();
    expect(await openedBy(storage.database, [next])).toEqual([everything]);
  });

  it('given a damaged secret, stops there, names it, and continues when it is repaired', async () => {
    const { rows } = await run(`SELECT wrapped FROM sample.password WHERE name = 'bob'`);
    await run(
      `UPDATE sample.password SET wrapped = set_byte(wrapped, 19, get_byte(wrapped, 19) # 255) WHERE name = 'bob'`,
    );
    await expect(rewrap()).rejects.toThrow(/secret of bob in sample.password does not open/);
    await storage.database.pool.query(`UPDATE sample.password SET wrapped = $1 WHERE name = 'bob'`, [
      (rows[0] as { wrapped: Buffer }).wrapped,
    ]);
    await rewrap();
    expect(await openedBy(storage.database, [next])).toEqual([everything]);
  });

  it('leaves destroyed keys as they are', async () => {
    await run(`UPDATE sample.token SET wrapped = NULL, wrapping_key_id = NULL WHERE name = 'eve'`);
    expect(await rewrap()).toBe(5);
    const { rows } = await run(`SELECT wrapped, wrapping_key_id FROM sample.token WHERE name = 'eve'`);
    expect(rows).toEqual([{ wrapped: null, wrapping_key_id: null }]);
  });

  it('given a service that still runs, then nothing is wrapped by the old key once it is removed', async () => {
    await rewrap();
    await expect(addSecrets(storage.database, 'late', former)).rejects.toThrow(/foreign key/);
    expect(await openedBy(storage.database, [former, next])).toEqual([[], everything]);
  });

  it('also wraps secrets that were added under the old key meanwhile, before it removes that key', async () => {
    let isLate = true;
    const database: Database = {
      ...storage.database,
      transaction: (work) => storage.database.transaction(work),
      query: async (statement: Statement) => {
        if (isLate && statement.text.startsWith('DELETE')) {
          isLate = false;
          await addSecrets(storage.database, 'late', former);
        }
        return storage.database.query(statement);
      },
    } as Database;
    expect(await rewrap(former, next, database)).toBe(8);
    const [left, done] = await openedBy(storage.database, [former, next]);
    expect(left).toEqual([]);
    expect(done).toEqual(expect.arrayContaining(['token late', 'password late']));
  });
});
