import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/**
 * Any reader opens every quality (ADR 19). The lowest quality takes a half to a third of the time for at most a ninth
 * more bytes. It finds no repetition that lies further back than this.
 */
const sightBytes = 2 ** 17;
const qualityOf = (bytes: number): number => (bytes <= sightBytes ? 1 : 3);
/**
 * The window covers the whole text, because repetitions may lie far apart. 2^22 bytes hold every turn; a larger window
 * costs more time at the start.
 */
const windowBitsOf = (bytes: number): number =>
  Math.min(22, Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(bytes + 16))));

/** Keeps texts exactly as they came, also surrogate pairs that are split between pieces. Repeated text is stored once. */
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
