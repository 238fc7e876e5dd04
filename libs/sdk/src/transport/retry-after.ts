/**
 * RFC 9110 section 10.2.3: whole seconds, or a date.
 * @param value of the header; null where there is none
 * @returns ms to wait for, at least 0; undefined where there is none, or it can't be read
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const atMs = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
