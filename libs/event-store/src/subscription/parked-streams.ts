import type { Database, Executor, Statement } from '@svc/postgres';
import { assertPlainSchemaName } from '../schema-name.js';

/** A stream that waits for the installer; the others of its subscription go on. */
export interface ParkedStream {
  readonly subscription: string;
  readonly streamId: string;
  /** Of the first event that waits. */
  readonly streamVersion: number;
  /** Of the event that failed. */
  readonly eventType: string;
  readonly reason: string;
  /** Milliseconds since the Unix epoch, by the database's clock. */
  readonly parkedAtMs: number;
  /** The leader has been asked to try again, and has not come to it yet. */
  readonly isRedriven: boolean;
}

export type ParkedStreamAddress = Pick<ParkedStream, 'subscription' | 'streamId'>;
export type ParkedEventAddress = Pick<ParkedStream, 'subscription' | 'streamId' | 'streamVersion'>;

interface ParkedRow {
  readonly subscription: string;
  readonly stream_id: string;
  readonly stream_version: number;
  readonly event_type: string;
  readonly reason: string;
  readonly parked_at_ms: number;
  readonly redrive: boolean;
}

/** The streams of all subscriptions of a context that wait, those that have waited longest first; at most 1,000. */
export async function listParkedStreams(
  executor: Executor,
  schema: string,
): Promise<readonly ParkedStream[]> {
  assertPlainSchemaName(schema);
  const { rows } = await executor.query<ParkedRow>({
    name: `${schema}.list_parked_streams`,
    text: `
      SELECT subscription, stream_id, stream_version, event_type, reason, redrive,
             (extract(epoch FROM parked_at) * 1000)::float8 AS parked_at_ms
        FROM ${schema}.parked_stream ORDER BY parked_at, subscription, stream_id LIMIT 1000`,
    values: [],
  });
  return rows.map((row) => ({
    subscription: row.subscription,
    streamId: row.stream_id,
    streamVersion: row.stream_version,
    eventType: row.event_type,
    reason: row.reason,
    parkedAtMs: row.parked_at_ms,
    isRedriven: row.redrive,
  }));
}

/** How many streams wait in each subscription of a context, those without any too. */
export async function countParkedStreams(
  executor: Executor,
  schema: string,
): Promise<readonly { readonly subscription: string; readonly streams: number }[]> {
  assertPlainSchemaName(schema);
  const { rows } = await executor.query<{ subscription: string; streams: number }>({
    name: `${schema}.count_parked_streams`,
    text: `
      SELECT name AS subscription, count(stream_id)::integer AS streams
        FROM ${schema}.subscription_checkpoint
        LEFT JOIN ${schema}.parked_stream ON subscription = name
       GROUP BY name ORDER BY name`,
    values: [],
  });
  return rows;
}

/**
 * Has the leader handle what waits of a stream, in its order: at its next poll, or when one starts.
 * @returns false when nothing waits there.
 */
export function redriveParkedStream(
  database: Database,
  schema: string,
  { subscription, streamId }: ParkedStreamAddress,
): Promise<boolean> {
  assertPlainSchemaName(schema);
  return askLeader(database, schema, subscription, {
    name: `${schema}.redrive_parked_stream`,
    text: `UPDATE ${schema}.parked_stream SET redrive = true WHERE subscription = $1 AND stream_id = $2`,
    values: [subscription, streamId],
  });
}

/**
 * The same without the first event that waits: the subscription never sees it.
 * @returns false when no stream waits with an event of this version.
 */
export function skipParkedEvent(
  database: Database,
  schema: string,
  { subscription, streamId, streamVersion }: ParkedEventAddress,
): Promise<boolean> {
  assertPlainSchemaName(schema);
  return askLeader(database, schema, subscription, {
    name: `${schema}.skip_parked_event`,
    text: `
      UPDATE ${schema}.parked_stream SET redrive = true, stream_version = stream_version + 1
       WHERE subscription = $1 AND stream_id = $2 AND stream_version = $3`,
    values: [subscription, streamId, streamVersion],
  });
}

/** Changes what waits, and ends the leader's term: in the next one it finds the change. */
function askLeader(
  database: Database,
  schema: string,
  subscription: string,
  change: Statement,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await tx.query({
      name: `${schema}.end_subscription_term`,
      text: `UPDATE ${schema}.subscription_checkpoint SET fence = fence + 1 WHERE name = $1`,
      values: [subscription],
    });
    const { rowCount } = await tx.query(change);
    return rowCount === 1;
  });
}
