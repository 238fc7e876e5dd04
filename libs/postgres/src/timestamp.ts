/** Milliseconds since the Unix epoch as text that Postgres reads the same in every session. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
