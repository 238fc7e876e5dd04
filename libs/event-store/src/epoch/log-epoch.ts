import { StartupError } from '@svc/errors';
import type { Database, Executor, Statement } from '@svc/postgres';
import { assertPlainSchemaName } from '../schema-name.js';

interface EpochRow {
  readonly epoch: number;
  readonly recorded: string;
  readonly server: string;
  readonly highest: string;
  readonly next: string;
}

/**
 * Transaction ids have a meaning on one server only. After a restore into another server the ids don't fit its own, and
 * reads are wrong until a new epoch begins.
 *
 * @throws StartupError naming the command that begins a new epoch. Contexts call it before they serve.
 */
export async function assertLogEpoch(executor: Executor, schema: string): Promise<void> {
  const { epoch, reason } = await inspect(executor, schema);
  if (reason === undefined) return;
  throw new StartupError(
    `The event log of "${schema}" (epoch ${epoch}) ${reason}: if it was restored or moved on purpose, stop all ` +
      `services and run "npm run admin -- events new-epoch ${schema}" once.`,
  );
}

/**
 * Begins a new epoch on this server, after all events so far. No service may be running on the schema.
 * @returns the current epoch, and whether it is new: on the log's own server nothing changes.
 */
export async function beginLogEpoch(
  database: Database,
  schema: string,
): Promise<{ readonly epoch: number; readonly isNew: boolean }> {
  assertPlainSchemaName(schema);
  return database.transaction(async (tx) => {
    // Finding the highest position of a large log is slow.
    await tx.query(plain(schema, 'lift_limits', liftLimits));
    await tx.query(
      plain(schema, 'lock_log', `LOCK TABLE ${schema}.event, ${schema}.event_epoch IN EXCLUSIVE MODE`),
    );
    const { epoch, reason } = await inspect(tx, schema);
    if (reason === undefined) return { epoch, isNew: false };
    const next = epoch + 1;
    await tx.query({
      name: `${schema}.insert_epoch`,
      text: `INSERT INTO ${schema}.event_epoch (epoch, system_identifier)
             SELECT $1, system_identifier::text FROM pg_control_system()`,
      values: [next],
    });
    // A constant, so that it costs an append nothing: see the migration. The number is ours, never text from outside.
    const replace = `CREATE OR REPLACE FUNCTION ${schema}.current_epoch() RETURNS integer
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT ${next}'`;
    await tx.query(plain(schema, `replace_epoch_${next}`, replace));
    // A restore that copied only rows leaves the sequence behind.
    const continued = `SELECT setval(pg_get_serial_sequence('${schema}.event', 'position'), max(position))
      FROM ${schema}.event HAVING max(position) IS NOT NULL`;
    await tx.query(plain(schema, 'continue_positions', continued));
    return { epoch: next, isNew: true };
  });
}

const liftLimits = `SELECT set_config(name, '0', true) FROM pg_settings
  WHERE name IN ('statement_timeout', 'lock_timeout', 'transaction_timeout')`;

async function inspect(
  executor: Executor,
  schema: string,
): Promise<{ readonly epoch: number; readonly reason: string | undefined }> {
  assertPlainSchemaName(schema);
  const { rows } = await executor.query<EpochRow>(
    plain(
      schema,
      'inspect_epoch',
      `SELECT epoch, recorded.system_identifier AS recorded, server.system_identifier::text AS server,
              coalesce((SELECT transaction_id FROM ${schema}.event WHERE epoch = recorded.epoch
                         ORDER BY transaction_id DESC LIMIT 1), '0')::text AS highest,
              pg_snapshot_xmax(pg_current_snapshot())::text AS next
         FROM ${schema}.event_epoch AS recorded, pg_control_system() AS server
        ORDER BY epoch DESC LIMIT 1`,
    ),
  );
  const row = rows[0];
  if (!row)
    return { epoch: await highestEpoch(executor, schema), reason: 'has lost the record of its server' };
  const { epoch, recorded, server, highest, next } = row;
  if (recorded !== server)
    return { epoch, reason: `was written on server ${recorded}, and this is ${server}` };
  if (BigInt(highest) < BigInt(next)) return { epoch, reason: undefined };
  return { epoch, reason: 'holds transactions that this server has not reached yet' };
}

async function highestEpoch(executor: Executor, schema: string): Promise<number> {
  const text = `SELECT coalesce(max(epoch), 0) AS epoch FROM ${schema}.event`;
  const { rows } = await executor.query<{ epoch: number }>(plain(schema, 'highest_epoch', text));
  return rows[0]?.epoch ?? 0;
}

function plain(schema: string, name: string, text: string): Statement {
  return { name: `${schema}.${name}`, text, values: [] };
}
