export const warningsHeader = 'x-svc-warnings';

const maxBytes = 2_000;
/** Room for the last sentence, which says how many others there are. */
const lastBytes = 40;

/**
 * Warnings as the value of a header: a JSON array of sentences in ASCII. Those beyond 2,000 bytes are counted in a last one.
 */
export function writtenWarnings(warnings: readonly string[]): string {
  const written = warnings.map((warning) => inAscii(JSON.stringify(warning)));
  let whole = written.length;
  const bytesOf = (count: number) => written.slice(0, count).reduce((sum, { length }) => sum + length + 1, 1);
  if (bytesOf(whole) <= maxBytes) return `[${written.join(',')}]`;
  while (whole > 0 && bytesOf(whole) > maxBytes - lastBytes) whole -= 1;
  const rest = warnings.length - whole;
  return `[${[...written.slice(0, whole), `"and ${rest} more"`].join(',')}]`;
}

/** A header holds no other characters. */
function inAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
