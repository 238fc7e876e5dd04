import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/**
 * Any reader opens what any quality has written (ADR 19). The lowest takes a half to a third of the time for at most a
 * ninth more bytes, but finds nothing again that stands further back than this.
 */
const sightBytes = 2 ** 17;
const qualityOf = (bytes: number): number => (bytes <= sightBytes ? 1 : 3);
/**
 * What stands behind one another is the more alike the further back it can be seen: the window holds the whole text. A
 * wider one takes longer to begin with. 2^22 bytes hold every turn.
 */
const windowBitsOf = (bytes: number): number =>
  Math.min(22, Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes + 16))));

/** JSON keeps texts exactly as they came, also characters cut in two between pieces. What repeats in it is stored once. */
export function packJson(json: string): Buffer {
  const text = Buffer.from(json);
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: qualityOf(text.length),
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_LGWIN]: windowBitsOf(text.length),
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

export function unpackJson(packed: Uint8Array): string {
  return brotliDecompressSync(packed).toString();
}
