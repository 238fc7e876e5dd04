import { TablesHarness } from './tables-server.js';

// Enough for everything else here, also on a busy machine.
const definingMs = 3_000;
const harness = new TablesHarness();
beforeAll(() => harness.start(4, 'idle', { definingMs }));
afterAll(() => harness.stop());

it('given an index that takes longer than is allowed, then 409 says so, and no action of the request has changed anything', async () => {
  const caller = harness.caller();
  const tableId = await harness.create(caller, 'visit', [{ name: 'note' }]);
  const { schema } = await harness.placeOf(caller);
  const { pool } = harness.rows.database;
  // As if there were rows for a minute: how long an index takes can't be told from the machine's speed.
  await pool.query(`
    CREATE FUNCTION be_slow() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); END';
    CREATE EVENT TRIGGER slow_index ON ddl_command_end WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION be_slow()`);

  const altered = harness.alter(
    ...([caller, tableId] as const),
    { op: 'rename_column', name: 'note', newName: 'words' },
    { op: 'add_index', name: 'by_words', columns: ['words'] },
  );
  await expect(altered).rejects.toMatchObject({
    code: 'operation_in_progress',
    message: expect.stringContaining('nothing has changed'),
  });

  const { rows } = await pool.query(
    `SELECT (SELECT array_agg(column_name::text) FROM information_schema.columns WHERE table_schema = $1) AS columns,
            (SELECT count(*)::int FROM pg_indexes WHERE schemaname = $1) AS indexes`,
    [schema],
  );
  expect(rows).toEqual([{ columns: ['note'], indexes: 0 }]);
  await pool.query('DROP EVENT TRIGGER slow_index');
  await expect(
    harness.alter(caller, tableId, { op: 'add_index', name: 'by_note', columns: ['note'] }),
  ).resolves.toBeDefined();
});
