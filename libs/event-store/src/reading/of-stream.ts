/**
 * The condition that an event is of the stream in a parameter, for prepared statements.
 *
 * A custom plan prunes to one partition, so it looks cheaper than the generic plan. PostgreSQL would then plan each
 * execution, which costs more than the execution. The value of a stable function is known only at execution: both plans
 * cost the same, the generic one is kept, and it also reads only that partition.
 *
 * @param parameter `$1`
 */
export function ofStream(parameter: string): string {
  return `stream_id = concat(${parameter}::text)`;
}
