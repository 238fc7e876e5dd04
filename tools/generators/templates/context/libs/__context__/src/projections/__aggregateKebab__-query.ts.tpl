import type { Executor } from '@svc/postgres';

export interface {{Aggregate}}Row {
  readonly {{aggregateSnake}}_id: string;
  readonly name: string;
  readonly created_at: Date;
}

export async function query{{Aggregate}}(
  executor: Executor,
  orgId: string,
  {{aggregate}}Id: string,
): Promise<{{Aggregate}}Row | undefined> {
  const { rows } = await executor.query<{{Aggregate}}Row>({
    name: '{{context}}.select_{{aggregateSnake}}',
    text: `SELECT {{aggregateSnake}}_id, name, created_at FROM {{context}}.{{aggregateSnake}}
            WHERE org_id = $1 AND {{aggregateSnake}}_id = $2`,
    values: [orgId, {{aggregate}}Id],
  });
  return rows[0];
}
