import type { Executor } from '@svc/postgres';
import { assertPlainSchemaName } from '../schema-name.js';

export interface SubscriptionLag {
  readonly name: string;
  /** Since when the oldest event waits that it has not applied yet, in seconds; 0 when there is none. */
  readonly seconds: number;
}

/** Source of the metric of how far each subscription of a context is behind; one index probe for each. */
export async function readSubscriptionLags(
  executor: Executor,
  schema: string,
): Promise<readonly SubscriptionLag[]> {
  assertPlainSchemaName(schema);
  const { rows } = await executor.query<SubscriptionLag>({
    name: `${schema}.subscription_lags`,
    text: `
      SELECT name, coalesce(extract(epoch FROM clock_timestamp() - waiting.recorded_at), 0)::float8 AS seconds
        FROM ${schema}.subscription_checkpoint AS reached
        LEFT JOIN LATERAL (
          SELECT recorded_at FROM ${schema}.event
           WHERE (event.epoch, event.transaction_id, event.position)
               > (reached.epoch, reached.transaction_id, reached.position)
           ORDER BY event.epoch, event.transaction_id, event.position LIMIT 1
        ) AS waiting ON true
       ORDER BY name`,
    values: [],
  });
  return rows;
}

/** Beyond so many events it is not counted how many wait. */
export const maxCountedBacklog = 10_000;

/** How many public events a subscription has before it; at most `maxCountedBacklog`, and 0 when nobody has led it yet. */
export async function readPublicBacklog(executor: Executor, schema: string, name: string): Promise<number> {
  const { rows } = await executor.query<{ waiting: number }>({
    name: `${schema}.public_backlog`,
    text: `
      SELECT count(*)::integer AS waiting
        FROM (SELECT FROM ${schema}.subscription_checkpoint AS reached
                JOIN ${schema}.event
                  ON (event.epoch, event.transaction_id, event.position)
                   > (reached.epoch, reached.transaction_id, reached.position)
               WHERE name = $1 AND is_public
               LIMIT $2) AS before_it`,
    values: [name, maxCountedBacklog],
  });
  return rows[0]?.waiting ?? 0;
}
