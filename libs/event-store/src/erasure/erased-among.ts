import type { Executor } from '@svc/postgres';

/** The subjects with an erasure that has begun in this context. */
export async function erasedAmong(
  executor: Executor,
  schema: string,
  subjects: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await executor.query<{ subject: string }>({
    name: `${schema}.erased_among`,
    text: `SELECT subject FROM ${schema}.erased_subject WHERE subject = ANY($1::text[])`,
    values: [subjects],
  });
  return new Set(rows.map(({ subject }) => subject));
}
