/** Each part behind its length in bytes (32 bits, big-endian): no two lists of parts give the same bytes. */
export function lengthPrefixed(parts: readonly (string | number | Uint8Array)[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = part instanceof Uint8Array ? part : Buffer.from(String(part));
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}
