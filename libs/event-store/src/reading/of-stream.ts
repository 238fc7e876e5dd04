/**
 * The condition that an event is of the stream in a parameter, for statements whose plan connections keep.
 *
 * A plan for one value knows the one partition that the value is in, so it looks cheaper than the plan that all values
 * share, and PostgreSQL would plan each execution again, which costs more than the execution. What a stable function gives
 * is known only when an execution begins: both plans cost the same then, the shared one is kept, and it too reads that
 * partition alone.
 *
 * @param parameter `$1`
 */
export function ofStream(parameter: string): string {
  return `stream_id = concat(${parameter}::text)`;
}
