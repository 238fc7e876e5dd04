const headerNames = new Map<string, Buffer>();
/** Names of headers whose encoding is remembered; ours are about twenty, all of them constants. */
const maxHeaderNames = 256;
/** A varint of 32 bits at most. */
const longestVarint = 5;

/** Bytes of Kafka's protocol, one behind the other in one buffer that grows: its varints and its numbers of fixed width. */
export class RecordWriter {
  #bytes: Buffer;
  #length = 0;

  /** @param size about as many bytes as will be written; more are taken. */
  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafe(size);
  }

  get length(): number {
    return this.#length;
  }

  /** What was written so far; valid until more is. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  int8(value: number): void {
    const at = this.#room(1);
    this.#bytes.writeInt8(value, at);
  }

  int16(value: number): void {
    const at = this.#room(2);
    this.#bytes.writeInt16BE(value, at);
  }

  int32(value: number): void {
    const at = this.#room(4);
    this.#bytes.writeInt32BE(value, at);
  }

  int64(value: bigint): void {
    const at = this.#room(8);
    this.#bytes.writeBigInt64BE(value, at);
  }

  /** With its length before it in 16 bits; null: -1. */
  string(text: string | null): void {
    const length = text === null ? -1 : Buffer.byteLength(text);
    this.int16(length);
    if (text === null) return;
    const at = this.#room(length);
    this.#bytes.write(text, at);
  }

  /** Zigzag: small numbers of either sign are short. */
  varint(value: number): void {
    const at = this.#room(longestVarint);
    this.#length = writeVarint(this.#bytes, at, value);
  }

  /** With its length before it as a varint; null: -1. */
  varintBytes(content: Buffer | string | null): void {
    if (content === null) return this.varint(-1);
    const length = typeof content === 'string' ? Buffer.byteLength(content) : content.length;
    this.varint(length);
    const at = this.#room(length);
    if (typeof content === 'string') this.#bytes.write(content, at);
    else content.copy(this.#bytes, at);
  }

  /** The same of a name that comes again and again. */
  headerName(name: string): void {
    const known = headerNames.get(name) ?? rememberName(name);
    const at = this.#room(known.length);
    known.copy(this.#bytes, at);
  }

  /** What `write` writes, with its length before it as a varint. */
  withVarintLength(write: () => void): void {
    const start = this.#room(longestVarint);
    write();
    const end = this.#length;
    const length = end - start - longestVarint;
    const from = writeVarint(this.#bytes, start, length);
    this.#bytes.copyWithin(from, start + longestVarint, end);
    this.#length = from + length;
  }

  /** Fills in what was written before as `int32(0)`. */
  setInt32(value: number, at: number): void {
    this.#bytes.writeInt32BE(value, at);
  }

  /** Afterwards the buffer may be another one. @returns where so many bytes may be written */
  #room(length: number): number {
    const start = this.#length;
    this.#length += length;
    if (this.#length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * this.#length);
      this.#bytes.copy(larger, 0, 0, start);
      this.#bytes = larger;
    }
    return start;
  }
}

/** @returns where it ends */
function writeVarint(bytes: Buffer, start: number, value: number): number {
  let [at, rest] = [start, ((value << 1) ^ (value >> 31)) >>> 0];
  while (rest > 0x7f) {
    bytes[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[at++] = rest;
  return at;
}

function rememberName(name: string): Buffer {
  const writer = new RecordWriter(longestVarint + 3 * name.length);
  writer.varintBytes(name);
  const encoded = Buffer.from(writer.bytes);
  if (headerNames.size < maxHeaderNames) headerNames.set(name, encoded);
  return encoded;
}
