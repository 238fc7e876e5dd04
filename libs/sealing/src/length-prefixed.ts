const lengthBytes = 4;

/** Each part after its length in bytes (32 bits, big-endian), so no two lists of parts give the same bytes. */
export function lengthPrefixed(parts: readonly (string | number | Uint8Array)[]): Buffer {
  const written = parts.map((part) => (typeof part === 'number' ? String(part) : part));
  const size = written.reduce((sum, part) => sum + lengthBytes + byteLength(part), 0);
  const bytes = Buffer.allocUnsafe(size);
  let end = 0;
  for (const part of written) {
    const length = copyInto(bytes, part, end + lengthBytes);
    bytes.writeUInt32BE(length, end);
    end += lengthBytes + length;
  }
  return bytes;
}

function byteLength(part: string | Uint8Array): number {
  return typeof part === 'string' ? Buffer.byteLength(part) : part.length;
}

/** @returns the number of bytes copied */
function copyInto(bytes: Buffer, part: string | Uint8Array, start: number): number {
  if (typeof part === 'string') return bytes.write(part, start);
  bytes.set(part, start);
  return part.length;
}
