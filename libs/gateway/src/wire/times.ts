/** RFC 3339 with an offset, as every client demands (contract-classic.md section 0, `dt`). */
export function toWireTime(ms: number): string {
  return new Date(ms).toISOString();
}
