/** The Castagnoli polynomial, its bits reversed. */
const polynomial = 0x82f63b78;
/** Bytes that are taken at once. */
const stride = 8;

/** `tables[n][byte]`: what the byte does to the checksum when n bytes come behind it. */
const tables: readonly Int32Array[] = makeTables();

/**
 * The checksum of a batch of records (CRC-32C), eight bytes at a time: all that is published goes through it.
 * @returns an unsigned 32-bit number
 */
export function crc32c(bytes: Uint8Array): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as readonly [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % stride);
  let crc = -1;
  for (let at = 0; at < whole; at += stride) {
    const low = crc ^ view.getInt32(at, true);
    const high = view.getInt32(at + 4, true);
    crc =
      entry(t7, low) ^
      entry(t6, low >>> 8) ^
      entry(t5, low >>> 16) ^
      entry(t4, low >>> 24) ^
      entry(t3, high) ^
      entry(t2, high >>> 8) ^
      entry(t1, high >>> 16) ^
      entry(t0, high >>> 24);
  }
  for (let at = whole; at < bytes.length; at += 1) crc = entry(t0, crc ^ view.getUint8(at)) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** The table has 256 entries. */
function entry(table: Int32Array, byte: number): number {
  return table[byte & 0xff] as number;
}

function makeTables(): readonly Int32Array[] {
  const [...made] = Array.from({ length: stride }, () => new Int32Array(256));
  const [first] = made as [Int32Array];
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? polynomial : 0);
    first[byte] = crc;
  }
  made.slice(1).forEach((table, index) => {
    const before = made[index] as Int32Array;
    for (let byte = 0; byte < 256; byte += 1)
      table[byte] = (entry(before, byte) >>> 8) ^ entry(first, entry(before, byte));
  });
  return made;
}
