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
